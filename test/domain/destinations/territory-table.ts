// Territories with the ways they are written, from ISO 3166 and the postal services' lists once more, so that the table of the code is not
// its own witness.

export type Way = readonly [country: string, province: string | null, postcode: string | null];

const rows: readonly [what: string, outcome: string, ways: string][] = [
  ['Jersey', 'blocked', 'JE//JE2 3AB, GB//JE2 3AB, GB/ENG/JE1 1AA'],
  ['Guernsey', 'blocked', 'GG//, GB//GY1 1WS, GB//GY10 1SB'],
  ['Isle of Man', 'blocked', 'IM//, GB//IM1 1AD, GB/ENG/IM99 1PS'],
  ['Gibraltar', 'blocked', 'GI//GX11 1AA, GB//GX11 1AA'],
  ['Saint Helena', 'blocked', 'SH//, GB//STHL 1ZZ, GB//ASCN 1ZZ'],
  ['Guadeloupe', 'blocked', 'GP//97110, FR//97110, FR/GP/, FR/FR-971/'],
  ['Saint Barthélemy', 'blocked', 'BL//, FR//97133'],
  ['Saint Martin', 'blocked', 'MF//, FR//97150'],
  ['Martinique', 'blocked', 'MQ//, FR//97200, FR/972/'],
  ['French Guiana', 'blocked', 'GF//, FR//97300'],
  ['Réunion', 'blocked', 'RE//, FR//97400, FR/FR-974/97400'],
  ['Saint Pierre & Miquelon', 'blocked', 'PM//, FR//97500'],
  ['Mayotte', 'blocked', 'YT//, FR//97600'],
  ['Wallis & Futuna', 'blocked', 'WF//, FR//98600'],
  ['French Polynesia', 'blocked', 'PF//, FR//98714'],
  ['New Caledonia', 'blocked', 'NC//, FR//98800'],
  ['Monaco', 'blocked', 'MC//98000, FR//98000'],
  ['Åland', 'blocked', 'AX//22100, FI//22100, FI//AX-22100, FI/FI-01/'],
  ['Greenland', 'blocked', 'GL//3900, DK//3900'],
  ['San Marino', 'blocked', 'SM//, IT//47890'],
  ['Vatican City', 'blocked', 'VA//, IT/RM/00120'],
  ['Norfolk Island', 'blocked', 'NF//, AU/NSW/2899'],
  ['Christmas Island', 'blocked', 'CX//, AU/WA/6798'],
  ['Puerto Rico', 'held', 'PR//00901, US/PR/00901, US//00601, US/FL/00979-1234'],
  ['US Virgin Islands', 'held', 'VI//, US/VI/, US//00802'],
  ['Guam', 'held', 'GU//, US/GU/, US//96910, US/CA/96932'],
  ['American Samoa', 'held', 'AS//, US/AS/, US/HI/96799'],
  ['Northern Mariana Islands', 'held', 'MP//, US/MP/, US//96950'],
  ['Micronesia', 'held', 'FM//, US/FM/, US//96941'],
  ['Marshall Islands', 'held', 'MH//, US/MH/, US//96960'],
  ['Palau', 'held', 'PW//, US/PW/, US//96940'],
  ['US forces, Americas', 'held', 'US/AA/, US//34002, US/FL/34058'],
  ['US forces, Europe', 'held', 'US/AE/, US//09012, US/NY/09801'],
  ['US forces, Pacific', 'held', 'US/AP/, US//96205, US/CA/96610'],
  ['British forces', 'held', 'GB/BFP/, GB//BF1 2AA, GB//BFPO 57'],
  ['French forces', 'held', 'FR//00200'],
  ['Canary Islands', 'VAT', 'ES/GC/, ES/TF/, ES//35001, ES/M/38006'],
  ['Ceuta', 'VAT', 'ES/CE/, ES//51001'],
  ['Melilla', 'VAT', 'ES/ML/, ES//52001'],
  ['Livigno', 'VAT', 'IT/SO/23041'],
  ['Campione', 'VAT', 'IT/CO/22061'],
  ['Helgoland', 'VAT', 'DE//27498'],
  ['Büsingen', 'VAT', 'DE//78266'],
  ['Mount Athos', 'VAT', 'GR//630 86'],
];

const toWay = (text: string): Way => {
  const [country = '', province = '', postcode = ''] = text.split('/');
  return [country, province || null, postcode || null];
};

/** Outcome VAT: sent, with the warning. Each way was written as country/province/postcode. */
export const territoryTable = rows.map(
  ([what, outcome, ways]) => [what, outcome, ways.split(', ').map(toWay)] as const,
);
