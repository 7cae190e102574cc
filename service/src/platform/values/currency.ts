// Minor-unit digits come from ISO 4217 itself (List One, amendment 180, in force since January 2026):
// `Intl` follows CLDR, which says 0 where ISO says 2 or 3 for HUF, IDR, IQD and more than a dozen others.
//
// Codes to which ISO gives no minor unit (metals, XDR, XSU, XUA, XBA to XBD, XTS, XXX) are left out, because
// an invoice in them could not be rounded; so are withdrawn ones (ANG, BGN, CUC, HRK, SLL, ZWL).

const codesByDigits: Readonly<Record<number, string>> = {
  0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
    CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL
    HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU
    MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR
    SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED
    VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: "BHD IQD JOD KWD LYD OMR TND",
  4: "CLF UYW",
};

const digitsByCode: ReadonlyMap<string, number> = new Map(
  Object.entries(codesByDigits).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(digits)] as const),
  ),
);

export const currencyCodes: readonly string[] = [...digitsByCode.keys()].sort();

export function currencyDigits(code: string): number | undefined {
  return digitsByCode.get(code);
}

export function isCurrency(code: string): boolean {
  return digitsByCode.has(code);
}
