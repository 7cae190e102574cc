import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hasNoBrowser } from "./browser.fixture.ts";
import {
  type Colleague,
  dashboardPages,
  newColleague,
  openSeededDashboard,
  type SeededDashboard,
  screenWidths,
  visit,
} from "./dashboard-pages.fixture.ts";
import { brokenWords, layoutFaults } from "./layout-faults.fixture.ts";

const open = new AsyncDisposableStack();
let dashboard: SeededDashboard;
let colleague: Colleague;
beforeAll(async () => {
  if (hasNoBrowser) return;
  dashboard = await openSeededDashboard(open);
  colleague = await newColleague(dashboard);
}, 180_000);
afterAll(() => open.disposeAsync());

describe.skipIf(hasNoBrowser)("with half a year of records", () => {
  test.each(dashboardPages)(
    "%s: nothing sticks out, no text is cut without a way to read it or broken inside words, and no request fails",
    async (_name, address) => {
      const { page, complaints } = colleague;
      complaints.length = 0;
      const faults: string[] = [];
      await page.setViewportSize({ width: screenWidths[0], height: 900 });
      await visit(colleague, `${dashboard.seller.url}${address(dashboard)}`);
      for (const width of screenWidths) {
        await page.setViewportSize({ width, height: 900 });
        const found = [...(await layoutFaults(page)), ...(await brokenWords(page))];
        for (const fault of found) faults.push(`${width} px: ${fault}`);
      }
      expect([...faults, ...complaints]).toEqual([]);
    },
  );
});
