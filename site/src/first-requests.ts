import { startEarlyRequests } from "./data/early-requests.ts";
import { openLinkedCompany } from "./data/linked-company.ts";

/**
 * This script is written into the page itself. It requests the data of the page while the scripts and styles are still
 * on their way: on a slow network that saves the time of one response.
 */
openLinkedCompany();
startEarlyRequests();
