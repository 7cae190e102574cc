import type { CustomerCreate } from "../../catalog/customers/schema.ts";
import type { ProductCreate } from "../../catalog/products/schema.ts";

/**
 * Customers and products of a trading company, for sample data of every kind: names that are long, accented, or in
 * other scripts. Nothing is random, so that two runs make the same company.
 */

/** One to four lines of so many products; the index of the document decides which, and how many of each. */
export function sampleLines(productIds: readonly number[], index: number) {
  const count = 1 + ((index * 5) % 4);
  return Array.from({ length: count }, (_, line) => ({
    product_id: productIds[(index * 3 + line * 11) % productIds.length]!,
    quantity: 1 + ((index + line * 2) % 6),
  }));
}

const lagos = { line1: "12 Marina", city: "Lagos", region: "Lagos", postal_code: "101241", country: "NG" };
const business = (
  name: string,
  index: number,
  address: CustomerCreate["address"] = lagos,
): CustomerCreate => ({
  name,
  email: `accounts${index}@customer.example`,
  phone: `+234 803 000 ${String(1000 + index)}`,
  tax_id: `${10_000_000 + index * 137}-0001`,
  kind: "business",
  address,
  external_id: `CRM-${900 + index}`,
});
const consumer = (name: string, index: number): CustomerCreate => ({
  name,
  email: `person${index}@mail.example`,
  kind: "consumer",
  address: { ...lagos, line1: `${index} Allen Avenue`, city: "Ikeja" },
});

// The authority rejects what is no tax number.
export const unknownTaxNumber = "TIN pending";

export const sampleCustomers: readonly CustomerCreate[] = [
  business("Ada Stores Ltd", 1),
  business("Greenfield Agricultural Supplies, Ibadan", 2),
  business("Ọlọ́runtóbi & Ọmọ Builders", 3),
  business("Société Générale de Négoce d’Abidjan", 4, {
    line1: "Rue du Commerce 14",
    city: "Abidjan",
    country: "CI",
  }),
  business("شركة النور للتجارة والمقاولات", 5, { line1: "شارع التحرير ١٢", city: "القاهرة", country: "EG" }),
  business("上海明华国际贸易有限公司", 6, { line1: "南京西路 1266 号", city: "上海", country: "CN" }),
  business(
    "The Incorporated Trustees of the West African Association of Independent Solar Energy Installers and Maintenance Engineers",
    7,
  ),
  consumer("Adunni Obi", 8),
  consumer("Chukwuemeka Okonkwo-Adeyemi", 9),
  consumer("Amaka Eze", 10),
  consumer("Ṣọlá Àyànfẹ́", 11),
  consumer("José Ñúñez", 12),
  { ...business("Harbour Logistics", 13), tax_id: unknownTaxNumber },
  business("Kano Textile Mills Plc", 14),
  business("Port Harcourt Marine Services", 15),
  business("Mainland Pharmacy & Stores", 16),
  business("Zenith Hotels & Suites", 17),
  business("Adunni Fashion House", 18),
  business("Eko Cold Chain Ltd", 19),
  business("Nairobi Tea Exporters", 20, { line1: "Kenyatta Avenue 3", city: "Nairobi", country: "KE" }),
  business("Accra Print & Pack", 21, { line1: "Ring Road 7", city: "Accra", country: "GH" }),
  business("Müller Maschinenbau GmbH", 22, {
    line1: "Hauptstraße 5",
    city: "Köln",
    postal_code: "50667",
    country: "DE",
  }),
  business("Yamada Trading KK 山田商事", 23, { line1: "千代田区 1-1", city: "東京", country: "JP" }),
  business("Delta Bakeries", 24),
  business("Sahel Grains Cooperative", 25),
  business("Third Mainland Motors", 26),
  consumer("Ngozi Balogun", 27),
  consumer("Ibrahim Musa", 28),
  consumer("Fatoumata Diallo", 29),
  consumer("Olúwáfẹ́mi Adébáyọ̀", 30),
];

const product = (name: string, index: number, price: number, rate = 7.5): ProductCreate => ({
  name,
  sku: `SKU-${String(index).padStart(3, "0")}`,
  unit_price: price,
  tax_rate: rate,
  portal: index % 3 === 0,
});

export const sampleProducts: readonly ProductCreate[] = [
  product("Solar panel 450 W", 1, 148_500),
  product(
    "Inverter 5 kVA, pure sine wave, with remote monitoring and a five-year replacement warranty",
    2,
    612_000,
  ),
  product("Battery 200 Ah", 3, 287_500),
  product("Mounting rail, 4.2 m", 4, 18_900),
  product("Cable 6 mm², per metre", 5, 1_450),
  product("Installation, per day", 6, 45_000),
  product("Consulting hour", 7, 45_000),
  product("Delivery within Lagos", 8, 15_000),
  product("Delivery to other states", 9, 38_000),
  product("Rice, 50 kg", 10, 78_500, 0),
  product("Palm oil, 25 l", 11, 41_200, 0),
  product("Àdìrẹ cloth, hand dyed", 12, 12_800),
  product("Café moulu, 1 kg", 13, 9_600),
  product("茶叶礼盒", 14, 23_400),
  product("تمر مجدول فاخر", 15, 17_250),
  product("Training, half a day", 16, 95_000),
  product("Annual maintenance contract", 17, 240_000),
  product("Site survey", 18, 30_000),
  product("Circuit breaker 63 A", 19, 8_700),
  product("LED floodlight 100 W", 20, 21_300),
  product("Water pump 1 hp", 21, 96_400),
  product("Printing, A4 colour", 22, 250),
  product("Spare key", 23, 1_500),
  product("Security deposit", 24, 100_000, 0),
];
