// Names of the provinces of Japan and Korea in Latin letters and in the local script. Shopify states a province in Latin letters only,
// and carriers there read both. Codes: ISO 3166-2, as Shopify uses them.

/** A province's name in Latin letters and in the local script. */
export type ProvinceNames = {readonly latin: string; readonly local: string};

/** Japan's prefectures in the order of their numbers, from 01. */
const japaneseProvinces =
  'Hokkaido 北海道, Aomori 青森県, Iwate 岩手県, Miyagi 宮城県, Akita 秋田県, Yamagata 山形県, Fukushima 福島県, Ibaraki 茨城県, Tochigi 栃木県, Gunma 群馬県, Saitama 埼玉県, Chiba 千葉県, Tokyo 東京都, Kanagawa 神奈川県, Niigata 新潟県, Toyama 富山県, Ishikawa 石川県, Fukui 福井県, Yamanashi 山梨県, Nagano 長野県, Gifu 岐阜県, Shizuoka 静岡県, Aichi 愛知県, Mie 三重県, Shiga 滋賀県, Kyoto 京都府, Osaka 大阪府, Hyogo 兵庫県, Nara 奈良県, Wakayama 和歌山県, Tottori 鳥取県, Shimane 島根県, Okayama 岡山県, Hiroshima 広島県, Yamaguchi 山口県, Tokushima 徳島県, Kagawa 香川県, Ehime 愛媛県, Kochi 高知県, Fukuoka 福岡県, Saga 佐賀県, Nagasaki 長崎県, Kumamoto 熊本県, Oita 大分県, Miyazaki 宮崎県, Kagoshima 鹿児島県, Okinawa 沖縄県';

/** Korea's provinces, each with its number. */
const koreanProvinces =
  '11 Seoul 서울특별시, 26 Busan 부산광역시, 27 Daegu 대구광역시, 28 Incheon 인천광역시, 29 Gwangju 광주광역시, 30 Daejeon 대전광역시, 31 Ulsan 울산광역시, 41 Gyeonggi 경기도, 42 Gangwon 강원특별자치도, 43 North Chungcheong 충청북도, 44 South Chungcheong 충청남도, 45 North Jeolla 전북특별자치도, 46 South Jeolla 전라남도, 47 North Gyeongsang 경상북도, 48 South Gyeongsang 경상남도, 49 Jeju 제주특별자치도, 50 Sejong 세종특별자치시';

/** Splits "Tokyo 東京都" at the last blank. */
const parseProvinceNames = (text: string): ProvinceNames => {
  const at = text.lastIndexOf(' ');
  return {latin: text.slice(0, at), local: text.slice(at + 1)};
};

const provinceNamesByCode: ReadonlyMap<string, ProvinceNames> = new Map([
  ...japaneseProvinces
    .split(', ')
    .map((text, index) => [`JP-${String(index + 1).padStart(2, '0')}`, parseProvinceNames(text)] as const),
  ...koreanProvinces.split(', ').map((text) => [`KR-${text.slice(0, 2)}`, parseProvinceNames(text.slice(3))] as const),
]);

/** The names of a province by its code; null: the code is not in the table. */
export const findProvinceNames = (code: string | null): ProvinceNames | null =>
  provinceNamesByCode.get(code ?? '') ?? null;
