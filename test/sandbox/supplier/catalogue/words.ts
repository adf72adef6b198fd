/** The words the generated catalogue is made of. Every brand is invented. */

export const BRANDS: readonly string[] = [
  ['Tarn & Tweed', 'Valdoré', 'Nordhaag', 'Kestrel Vane', 'Milla Corvin', 'Oystra', 'Casa Lirio'],
  ['Fjällgrim', 'Grafit 21', 'Hollis Mare', 'Ilmari Loom', 'Jaro Indigo', 'Köppel & Söhne'],
  ["L'Avenante", 'Marlo Quist', 'Nuvello', 'Ostrava Nine', 'Pellegrisa', 'Quillon', 'Rue Sabline'],
  ['Sorrel Yard', 'Tessaly Row', 'Umbra Sette', 'Velloro', 'Wexcombe', 'Ximena Flor', 'Yrsa Holt'],
  ['Zabelle', 'Aldermoor', 'Bruma Roja', 'Cinder Hall', 'Dovrekant', 'Elspeth Grey', 'Ferro Lino'],
  ['Gallowmere', 'Hygge Havn', 'Isolde Park', 'Juniper Ash', 'Kalvarnik', 'Lumière Douce', 'Montefalka'],
  ['Nettlebed', 'Orsolya', 'Petit Marin Bleu', 'Rookhope', 'Sablefen', 'Torvald Strøm', 'Undine'],
  ['Vasterby', 'Willa Frost', 'Arcadio Pelle', 'Brackenridge', 'Calluna', 'Dorset Row', 'Étoile Verne'],
  ['Fenwick Moss', 'Gudrun Vik', 'Harrowgate 8', 'Ilex', 'Jørnsen', 'Kite & Anchor', 'Lazuli'],
  ['Mirabel Sand', 'Ñandú'],
].flat();

export const COLOURS: readonly string[] = [
  ['black', 'white', 'navy', 'grey melange', 'ecru', 'beige', 'camel', 'chocolate', 'burgundy'],
  ['bottle green', 'khaki', 'sky blue', 'royal blue', 'dusty pink', 'fuchsia', 'mustard', 'rust'],
  ['off-white', 'lilac', 'anthracite', 'Navy / White stripe', '001 Black', '447 Denim', 'écru'],
  ['leopard', 'multicolour'],
].flat();

export const ADJECTIVES: readonly string[] = [
  ['Classic', 'Relaxed', 'Slim', 'Oversized', 'Heritage', 'Everyday', 'Signature', 'Cropped', 'Pleated'],
  ['Brushed', 'Washed', 'Embroidered', 'Ribbed', 'Quilted', 'Striped', 'Printed', 'Logo', 'Textured'],
  ['Soft', 'Tailored'],
].flat();

export const FABRICS: Readonly<Record<'cloth' | 'leather', readonly string[]>> = {
  cloth: [
    ['100% cotton', '95% cotton, 5% elastane', '80% wool, 20% polyamide', '100% linen', '100% recycled polyester'],
    ['60% viscose, 40% polyester', '70% cotton, 30% modal', '100% merino wool', '98% cotton, 2% elastane'],
  ].flat(),
  leather: ['Full-grain leather', 'Suede, textile lining', 'Imitation leather', 'Canvas and leather'],
};

export const REMARKS: readonly string[] = [
  'Regular fit, true to size.',
  'Current season, original labels and hang tags.',
  'Delivered in the original packaging of the brand.',
  'Machine wash at 30 degrees, do not tumble dry.',
  'Mixed colours within one delivery are possible.',
  'Outlet stock, first quality.',
  'Logo on the chest, contrast stitching at the hem.',
  'The model is 1.86 m tall and wears size M.',
];

/** "Plain text", says the document; sellers write this all the same. */
export const ROUGH_TEXT: readonly string[] = [
  '<b>NEW IN!</b> Limited quantity<br>Order now',
  'Soft & warm 🔥🧣 customers love it 💯',
  '<p style="color:red">Last pieces</p>',
  'Men&#039;s &amp; women&#039;s model',
  '<script>alert("sale")</script>',
  'Größe fällt klein aus – bitte eine Nummer größer bestellen 👟',
  'Line one\r\nLine two\r\n\t• point\r\n\t• point',
  '"Quoted" \\ back-slashed, 50 % off, 5 < 6',
];

export const ORIGINS: readonly string[] = ['EU', 'Italy', 'Portugal', 'Made in Türkiye', 'PRC', 'EU preferential', ''];

/** "A fixed label meaning via the service where the seller has chosen not to be named publicly." */
export const SELLER_LABEL = 'via the service';
export const SELLERS: readonly string[] = ['Textil Brandt', 'Moda Sur S.L.', 'Outlet Lager Nord', 'Stockhouse 12'];

export const STOCK_NOTE = 'No live stock. Availability is confirmed after the order.';
