// The words that a property name which asks for colour or size may have. A word is here only if it leaves no doubt: "box" beside "size"
// names another thing, so the merchant is asked about such a name. read-name.ts removes case and accents.

/**
 * The words for colour and size in en, de, fr, it, es, nl, pl, pt, sv, da and nb, fi, cs and sk, hu, ro, el, tr, ru, uk, bg, hr and sl, lt,
 * lv, et, ca, id, vi, ja, ko, zh; also in the inflected form that follows "choose the".
 */
export const optionNameWords = {
  colour: `colour color farbe farbton couleur coloris colore kleur kolor koloru cor färg färgen farve farven farge fargen väri värin barva barvu
    barvy farba farbu farby szín színt színe színed culoare culoarea χρώμα χρώματος renk rengi renginizi цвет цвета колір кольору цвят boja boju
    barvo spalva spalvą krāsa krāsu värv värvi warna màu 色 カラー 색상 색 컬러 颜色 顏色`,
  size: `size größe groesse taille pointure taglia misura talla tallas tamaño maat rozmiar rozmiaru tamanho storlek storleken størrelse størrelsen
    koko koon velikost velikosti veľkosť veľkosti méret méretet mérete méreted mărime mărimea μέγεθος μεγέθους beden bedeni bedeninizi
    размер размера розмір розміру veličina veličinu velikosti dydis dydį izmērs izmēru suurus suuruse mida ukuran サイズ 사이즈 크기 尺码 尺碼 尺寸 大小 鞋码 鞋碼`,
} as const;

/** Words that ask for a choice ("please", "select"), or join other words ("of", "the"). */
export const askingWords = `a an the your you my our please select selected choose chosen pick picked choice option options desired preferred wanted which
    what is of for in item article product
    bitte wähle wählen waehle waehlen wählt auswählen auswahl wahl wunsch gewünschte gewünschter deine dein ihre ihr meine die der das des den dem
    und aus für von artikel produkt
    choisir choisis choisissez sélectionner sélectionnez veuillez choix souhaitée désirée votre vos ta ton le la les l de du d en article produit
    elige elegir elija escoge selecciona seleccionar seleccione tu su el los lo del al deseado deseada producto artículo
    scegli scegliere scelga seleziona selezionare selezioni tua tuo il della dello dell di desiderata prodotto
    escolha escolher escolhe selecione selecionar seu sua teu tua o os as da do produto
    kies kiezen selecteer keuze je jouw uw de het een van gewenste
    wybierz wybór wybrany swój twój
    välj val din ditt vald vælg valg velg dit valgt
    valitse valinta vyberte vyber zvolte výběr výber zvoľte vaši vaše svou svoju
    válassz válassza választott választás ki az
    alege alegeți selectează selectați alegerea
    επιλέξτε επιλογή διαλέξτε το σας
    seç seçin seçiniz seçimi
    выберите выбор ваш вашего выбери виберіть оберіть вибір изберете избери odaberi odaberite izberi izberite
    pasirinkite izvēlieties vali valige pilih chọn`;

/** Words for kinds of articles, as in "shoe size". */
export const goodsWords = `shoe shoes sneaker sneakers boot boots footwear clothing clothes apparel garment dress shirt shirts t tshirt tee top blouse
    jacket coat suit jeans trouser trousers pants shorts skirt sweater hoodie jumper ring hat cap glove gloves belt bra sock socks bag
    schuh schuhe kleid kleidung kleider hose jacke hemd hut gürtel tasche oberteil
    chaussure chaussures vêtement vêtements robe veste pantalon chemise bague sac
    scarpa scarpe abito vestito giacca pantaloni camicia anello borsa
    zapato zapatos calzado ropa vestido camisa camiseta chaqueta pantalón anillo bolso
    sapato sapatos calçado roupa camiseta anel bolsa schoen schoenen kleding jurk broek jas tas
    buta butów buty obuwia ubrania odzieży spodni sukienki skor kläder sko klær tøj kenkä kengän vaatteen boty bot obuvi topánok oblečení oblečenia
    cipő ruha pantof pantofi haine παπουτσιού ρούχων ayakkabı elbise обуви одежды взуття одягу обувки cipela obuće`;

/** Words for size systems. Those in `own` are sent with a size that is a number, because "UK 8" is another size than "8". */
export const sizeSystems = {any: 'eu eur int de', own: 'us usa uk gb it fr jp'} as const;

/** Parts of compound words such as "Kleidergröße", "Farbauswahl", "skostorlek". */
export const compoundParts = {
  before: `schuh schuhe kleider kleidungs konfektions ring hosen hemd hemden hut jacken gürtel handschuh wunsch artikel produkt
    schoen schoenen kleding broek jas sko klæde tøj kläd ring byx kengän vaate vaatteen cipő ruha`,
  after: 'auswahl wahl keuze val valg választás',
  colour: 'farb farben farve färg kleur',
  size: 'größen groessen storleks størrelses maat',
} as const;

/** Words of languages that write no spaces between words. */
export const unspacedWords = {
  asking: `を の は お ご 選択 選ぶ 選んで お選び 選び ください 下さい して 希望 商品 我的 你的 您的 请 請 选择 選擇 选 選 的 商品
    을 를 의 선택 선택하세요 선택해주세요 상품 원하는`,
  goods: '靴 服 洋服 指輪 シューズ 鞋 鞋子 衣服 服装 服裝 戒指 신발 의류 옷 반지',
} as const;
