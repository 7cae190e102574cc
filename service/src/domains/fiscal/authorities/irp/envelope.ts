import { isObject, parseObject } from "../../../../platform/outbound/response-parsing.ts";
import { codeOf, safeMessage } from "../response-fields.ts";

/** The envelope of every response of the portal; a rejection has HTTP status 200 too. */
export type Envelope = {
  isGranted: boolean;
  data: unknown;
  /** A key for this response, encrypted with the session key. */
  rek: unknown;
  errors: IrpError[];
  /** The IRN of the existing document, if the error is a duplicate. */
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
      message: safeMessage(ErrorMessage, secrets, "it gave no reason"),
    })),
    duplicateIrn: typeof irn?.Irn === "string" ? irn.Irn : undefined,
    warnings: infos
      .filter(({ InfCd, Desc }) => InfCd !== "DUPIRN" && typeof Desc === "string")
      .map(({ Desc }) => safeMessage(Desc, secrets, "")),
  };
}

const entriesMax = 100;

/** Some portals send the list as text. */
function listOf(value: unknown): Record<string, unknown>[] {
  const list = typeof value === "string" ? parseObject(`{"list":${value}}`)?.list : value;
  return Array.isArray(list) ? list.filter(isObject).slice(0, entriesMax) : [];
}

/** The response as it is recorded, decrypted. */
export function opened(body: Buffer, data: object): string {
  return JSON.stringify({ ...parseObject(body), Rek: undefined, Data: data });
}
