import { isObject, parseObject } from "../../../foundation/outbound/answers.ts";
import { codeOf, wordsOf } from "./reading.ts";

/** What the portal says around whatever it says. A refusal is a success to HTTP here. */
export type Envelope = {
  isGranted: boolean;
  data: unknown;
  /** A key of this answer's own, itself under the key of the login. */
  rek: unknown;
  errors: IrpError[];
  /** Of the document that is there already, if that is what is wrong. */
  duplicateIrn: string | undefined;
  warnings: string[];
};

export type IrpError = { code: string; message: string };

export function envelopeOf(body: Buffer, secrets: readonly string[]): Envelope | undefined {
  const answer = parseObject(body);
  if (!answer || !["0", "1"].includes(String(answer.Status))) return undefined;
  const infos = listOf(answer.InfoDtls);
  const duplicate = infos.find(({ InfCd }) => InfCd === "DUPIRN")?.Desc;
  const irn = (typeof duplicate === "string" ? parseObject(duplicate) : duplicate) as {
    Irn?: unknown;
  } | null;
  return {
    isGranted: String(answer.Status) === "1",
    data: answer.Data,
    rek: answer.Rek,
    errors: listOf(answer.ErrorDetails).map(({ ErrorCode, ErrorMessage }) => ({
      code: codeOf(ErrorCode) ?? "unknown",
      message: wordsOf(ErrorMessage, secrets, "it gave no reason"),
    })),
    duplicateIrn: typeof irn?.Irn === "string" ? irn.Irn : undefined,
    warnings: infos
      .filter(({ InfCd, Desc }) => InfCd !== "DUPIRN" && typeof Desc === "string")
      .map(({ Desc }) => wordsOf(Desc, secrets, "")),
  };
}

const entriesMax = 100;

/** Some portals send the list as text. */
function listOf(value: unknown): Record<string, unknown>[] {
  const list = typeof value === "string" ? parseObject(`{"list":${value}}`)?.list : value;
  return Array.isArray(list) ? list.filter(isObject).slice(0, entriesMax) : [];
}

/** The answer as it is kept: with what was in the envelope in place of it. */
export function opened(body: Buffer, data: object): string {
  return JSON.stringify({ ...parseObject(body), Rek: undefined, Data: data });
}
