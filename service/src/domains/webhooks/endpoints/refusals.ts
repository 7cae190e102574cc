import { wrongState } from "../../../contract/errors.ts";

/** Refusals that depend on the state of a company's endpoints, shared by the code and the contract. */
export const endpointRefusals = {
  tooMany: (max: number) =>
    wrongState(`A company can have at most ${max} additional endpoints. Delete one that is not used.`),
  primaryStays: () =>
    wrongState("The primary endpoint can't be deleted. Set its url to null, or its status to disabled."),
  none: () => wrongState("There is no webhook endpoint to send to. Add one with POST /webhooks/endpoints."),
  disabled: (id: number, reason: string | null) =>
    wrongState(`Endpoint ${id} is disabled, so nothing is sent to it. Enable it first. ${reason}`),
  rotating: (until: string) =>
    wrongState(
      `A rotation is in progress until ${until}: two secrets are already active. Wait for it to end, or rotate without an overlap.`,
    ),
};

/** What a delivery says that was pending when its endpoint was disabled. */
export const endedWithEndpoint = "the endpoint was disabled";

export const disabledByHand = "It was disabled in the company's settings.";
