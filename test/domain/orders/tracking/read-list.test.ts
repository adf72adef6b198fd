// What a pasted list or a file of tracking numbers says, line by line.
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {toCsvLine} from '#domain/csv.ts';
import {type ListLine, mostCharacters, mostLines} from '#domain/list-lines.ts';
import {type CheckedCells, checkCells} from '#domain/orders/tracking/check-cells.ts';
import {readTrackingList, type TrackingCells} from '#domain/orders/tracking/read-list.ts';

const linesOf = (text: string): readonly ListLine<keyof TrackingCells>[] => {
  const list = readTrackingList(text);
  if ('refused' in list) throw new Error(list.refused);
  return list.lines;
};
const refusalOf = (text: string) => {
  const list = readTrackingList(text);
  return 'refused' in list ? list.refused : null;
};
/** The one line of a list as its filled cells, or its fault. */
const read = (text: string) => {
  const [line] = linesOf(text);
  return (
    line?.fault ?? Object.entries(line?.cells ?? {}).flatMap(([key, cell]) => (cell === '' ? [] : [`${key} ${cell}`]))
  );
};

describe('a list of tracking numbers', () => {
  test.each([
    ['tabs', '#1001\tLX1'],
    ['commas', '#1001,LX1'],
    ['semicolons', '#1001; LX1'],
    ['spaces', '  #1001   LX1 '],
    ['quotation marks', '"#1001","LX1"'],
    ['a comma at the end', '#1001,LX1,'],
    ['a byte order mark', '\ufeff#1001,LX1'],
  ])('of two columns is read with %s', (_, text) => {
    expect(read(text)).toEqual(['order #1001', 'number LX1']);
  });

  test('in the full form is read with and without its header, in any order of the columns, and others are left out', () => {
    const full = [
      'order #1001',
      'reference shop-1001-a-1',
      'carrier DHL',
      'number LX1',
      'url https://t.example/?a=1,2',
    ];
    const cells = '#1001,shop-1001-a-1,DHL,LX1,"https://t.example/?a=1,2"';
    expect(read(cells)).toEqual(full);
    expect(read(`order, reference, carrier, number, url\r\n${cells}\r\n`)).toEqual(full);
    const turned =
      'Tracking Number;Date;Tracking URL;Order Name;Ref;Carrier\nLX1;2026-11-01;"https://t.example/?a=1,2";#1001;shop-1001-a-1;DHL';
    expect(read(turned)).toEqual(full);
    expect(read('Reference\tTracking number\nshop-1001-a-1\tLX1')).toEqual(['reference shop-1001-a-1', 'number LX1']);
  });

  test('keeps the number that each line has in the file, past empty lines, the header and every kind of line break', () => {
    const lines = linesOf('order,number\r\n\r\n#1,A\r#2,B\n\n  \n#3,C');
    expect(lines.map(({line, cells}) => [line, cells.order, cells.number])).toEqual([
      [3, '#1', 'A'],
      [4, '#2', 'B'],
      [7, '#3', 'C'],
    ]);
  });

  test('pasted from several places: each line may have a separator of its own', () => {
    expect(linesOf('#1\tA\n#2;B\n#3 C').map(({cells}) => cells.order + cells.number)).toEqual(['#1A', '#2B', '#3C']);
    expect(linesOf('#3 C\n#2; B 7').map(({cells}) => [cells.order, cells.number])).toEqual([
      ['#3', 'C'],
      ['#2', 'B 7'],
    ]);
  });

  test('of a spreadsheet that names its separator first is read as any other', () => {
    expect(linesOf('sep=;\nNumber;Order\nA;#1').map(({line, cells}) => [line, cells.order, cells.number])).toEqual([
      [3, '#1', 'A'],
    ]);
  });

  test.each([
    ['#1001,"LX1', 'A quotation mark of this line is not closed.'],
    ['"#1001"x,LX1', 'A quotation mark of this line is not closed.'],
    ['#1001,DHL,LX1', /^This line has 3 columns\./],
    ['#1001,a,b,c,d,e', /^This line has 6 columns\./],
    [`#1001,${'1'.repeat(3_000)}`, 'This line is too long.'],
    ['order,number\n#1001,LX1,more', 'This line has more columns than the first one names.'],
  ])('%s says what is wrong with it', (text, fault) => {
    expect(read(text)).toEqual(typeof fault === 'string' ? fault : expect.stringMatching(fault));
  });

  test('a line whose quotation mark is open takes no other line with it', () => {
    expect(linesOf('#1,"A\n#2,B').map(({fault}) => fault === null)).toEqual([false, true]);
  });

  test('a line of the full form without a number is not read as one of two columns', () => {
    expect(read('#1001,shop-1001-a-1,,')).toEqual(['order #1001', 'reference shop-1001-a-1']);
  });

  test('is refused as a whole where it is empty, too long, or no text', () => {
    expect(refusalOf(' \n ')).toBe('There is no line to check yet.');
    expect(refusalOf('order,number\n')).toBe('There is no line below the names of the columns.');
    expect(refusalOf('PK\u0003\u0004\u0014')).toContain('Save it as CSV UTF-8');
    expect(refusalOf('x'.repeat(mostCharacters + 1))).toContain('Split it into several');
    const most = Array.from({length: mostLines}, (_, at) => `#${at},LX${at}`).join('\n');
    expect(linesOf(most)).toHaveLength(mostLines);
    expect(refusalOf(`${most}\n#x,LX`)).toBe(
      'The list has 10001 lines. At most 10000 are checked at once: split it into several.',
    );
  });

  test('any text is answered, with each of its lines at most once and in its order', () => {
    const piece = fc.constantFrom(
      '"',
      ',',
      ';',
      '\t',
      '\n',
      '\r',
      '=',
      'order',
      'number',
      '#1',
      'LX',
      ' ',
      '\u0000',
      '\ufffd',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string())), (parts) => {
        const list = readTrackingList(parts.join(''));
        const numbers = 'refused' in list ? [] : list.lines.map(({line}) => line);
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      }),
    );
  });

  test('what a spreadsheet writes comes back as it was', () => {
    const cell = fc.stringMatching(/^[A-Za-z0-9#][A-Za-z0-9 ,;"/]{0,20}[A-Za-z0-9]$/);
    fc.assert(
      fc.property(cell, cell, cell, cell, cell, (order, reference, carrier, number, url) => {
        const [line] = linesOf(toCsvLine([order, reference, carrier, number, url]));
        expect(line).toMatchObject({fault: null, cells: {order, reference, carrier, number, url}});
      }),
    );
  });
});

describe('the cells of a line', () => {
  const none = {order: '', reference: '', carrier: '', number: '', url: ''};
  const check = (cells: Partial<typeof none>): CheckedCells =>
    checkCells({...none, order: '#1', number: 'LX1', ...cells});

  test('are taken out of a spreadsheet’s quotation marks and of invisible marks, and the carrier is written as Shopify does', () => {
    expect(
      check({order: '="1001"', number: '\u200b="00340"\u200b', carrier: 'dhl express', url: 'http://t.example/1'}),
    ).toEqual({
      order: '1001',
      reference: '',
      shipment: {carrier: 'DHL Express', trackingNumber: '00340', trackingUrl: 'http://t.example/1'},
    });
    expect(check({carrier: 'Velo Kurier'})).toMatchObject({shipment: {carrier: 'Velo Kurier', trackingUrl: null}});
  });

  test.each<[Partial<typeof none>, string]>([
    [{number: '=1+1'}, 'A cell of this line is a formula. Put the value itself there.'],
    [{number: '="=1+1"'}, 'A cell of this line is a formula. Put the value itself there.'],
    [{carrier: '@SUM(A1)'}, 'A cell of this line is a formula. Put the value itself there.'],
    [{number: "'=1+1"}, 'A cell of this line is a formula. Put the value itself there.'],
    [{order: '+1'}, 'A cell of this line is a formula. Put the value itself there.'],
    [{url: '=HYPERLINK("https://t.example")'}, 'A cell of this line is a formula. Put the value itself there.'],
    [{order: '', reference: ''}, 'This line names no order.'],
    [{number: ''}, 'This line has no tracking number.'],
    [{number: '\u200b'}, 'This line has no tracking number.'],
    [{number: '…'}, 'This is no tracking number. An address is a tracking address.'],
    [{number: 'https://post.example/1'}, 'This is no tracking number. An address is a tracking address.'],
    [{number: '<b>123</b>'}, 'This is no tracking number. An address is a tracking address.'],
    [{number: 'www.dhl.example/track?id=1'}, 'This is no tracking number. An address is a tracking address.'],
    [{number: 'post.example/1'}, 'This is no tracking number. An address is a tracking address.'],
    [{number: 'track.post.example:8443/1'}, 'This is no tracking number. An address is a tracking address.'],
    [{number: 'www.post.example'}, 'This is no tracking number. An address is a tracking address.'],
    [{number: 'help@post.example'}, 'This is no tracking number. An address is a tracking address.'],
    [
      {number: '3,40434E+11'},
      'The spreadsheet has shortened this tracking number. Format its column as text, and enter the number again.',
    ],
    [{number: 'X'.repeat(101)}, 'The tracking number of this line is longer than 100 characters.'],
    [{carrier: 'X'.repeat(101)}, 'The carrier of this line is longer than 100 characters.'],
    [{carrier: '…'}, 'This is no name of a carrier.'],
    [{url: 'javascript:alert(1)'}, 'The tracking address does not begin with https:// or http://.'],
    [{url: 'file:///etc/passwd'}, 'The tracking address does not begin with https:// or http://.'],
    [{url: 'https://'}, 'The tracking address does not begin with https:// or http://.'],
    [
      {url: `https://t.example/${'x'.repeat(2_000)}`},
      'The tracking address of this line is longer than 2000 characters.',
    ],
    [
      {number: 'LX\ufffd1'},
      'This line has characters that were lost on the way. Save the list as CSV UTF-8, or paste it again.',
    ],
    [
      {order: '#\u00001'},
      'This line has characters that were lost on the way. Save the list as CSV UTF-8, or paste it again.',
    ],
    [
      {carrier: '\ud800'},
      'This line has characters that were lost on the way. Save the list as CSV UTF-8, or paste it again.',
    ],
  ])('with case %# are refused with a sentence', (cells, fault) => {
    expect(check(cells)).toEqual({fault});
  });
});
