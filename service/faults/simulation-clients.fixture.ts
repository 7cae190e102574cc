import { type Acknowledged, createAcknowledged } from "./acknowledged.fixture.ts";
import { operations } from "./simulation-operations.fixture.ts";
import type { Client } from "./simulation-requests.fixture.ts";
import type { Simulation } from "./simulation-run.fixture.ts";
import { type Random, randomFrom } from "./size.fixture.ts";

/** Clients that work all the time, each on records of its own; what they were told is kept. */
export type Clients = {
  acknowledged: Acknowledged;
  /** Resolves when every client has finished what it was doing. */
  stop(): Promise<void>;
};

export function startClients(simulation: Simulation, seed: number, count: number): Clients {
  const acknowledged = createAcknowledged();
  let isStopped = false;
  const work = async (index: number) => {
    const client: Client = {
      simulation,
      company: simulation.companies[index % simulation.companies.length]!,
      acknowledged,
      name: "",
      random: Math.random,
      own: { customers: [], products: [], drafts: [], invoices: [], payments: [] },
      paths: [],
    };
    for (let number = 0; !isStopped; number++) {
      client.name = `c${index}.${number}`;
      client.random = randomFrom(seed, client.name);
      const operation = chooseOperation(client.random);
      acknowledged.counts.operations += 1;
      await operation(client).catch((error: unknown) => {
        acknowledged.surprises.push(`${client.name} ${operation.name}: ${String(error)}`);
      });
    }
  };
  const working = Array.from({ length: count }, (_, index) => work(index));
  return {
    acknowledged,
    stop: async () => {
      isStopped = true;
      await Promise.all(working);
    },
  };
}

const weights = operations.flatMap(([weight, operation]) => Array<typeof operation>(weight).fill(operation));
const chooseOperation = (random: Random) => weights[Math.floor(random() * weights.length)]!;
