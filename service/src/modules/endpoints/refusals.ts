import { wrongState } from "../../foundation/errors.ts";

/** What can't be done with a company's endpoints as they stand, in the words that callers and the contract share. */
export const endpointRefusals = {
  tooMany: (max: number) =>
    wrongState(`A company has at most ${max} further endpoints. Delete one that is not used.`),
  primaryStays: () =>
    wrongState("The primary endpoint can't be deleted. Set its url to null, or its status to disabled."),
  none: () => wrongState("There is no webhook endpoint to send to. Add one with POST /webhooks/endpoints."),
  disabled: (id: number, reason: string | null) =>
    wrongState(`Endpoint ${id} is disabled, so nothing is sent to it. Enable it first. ${reason}`),
  rotating: (until: string) =>
    wrongState(
      `A rotation is under way until ${until}: two secrets sign already. Wait for it, or rotate without an overlap.`,
    ),
};

export const disabledByHand = "It was disabled in the company's settings.";
