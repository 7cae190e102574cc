import { describe, expect, test } from "vitest";
import { readFences } from "./fences.ts";
import { startSettings, stepsOf } from "./steps.ts";

const fence = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n`;
const steps = (...pieces: string[]) => stepsOf(readFences(pieces.join("")));

describe("fences", () => {
  test("are found with their language, their needs and their place", () => {
    const page = `# Title\n\n${fence("sh needs=pg_dump,psql", "pg_dump")}\ntext\n${fence("", "a\n\nb")}`;
    expect(readFences(page)).toEqual([
      {
        language: "sh",
        needs: ["pg_dump", "psql"],
        stays: false,
        part: false,
        code: "pg_dump\n",
        line: 4,
        followsDirectly: false,
      },
      {
        language: "",
        needs: [],
        stays: false,
        part: false,
        code: "a\n\nb\n",
        line: 9,
        followsDirectly: false,
      },
    ]);
  });

  test("may be in a list, and may contain fences", () => {
    const [listed, outer] = readFences(
      "- Do:\n  ```sh\n  a\n    b\n  ```\n\n````text\n```sh\nc\n```\n````\n",
    );
    expect(listed).toMatchObject({ language: "sh", code: "a\n  b\n" });
    expect(outer).toMatchObject({ language: "text", code: "```sh\nc\n```\n", followsDirectly: true });
  });

  test("that are never closed are reported", () => {
    expect(() => readFences("text\n```sh\necho\n")).toThrow("line 2: this fence is never closed");
  });
});

describe("steps", () => {
  test("are the blocks that are run; an output belongs to the snippet directly above it", () => {
    const shown = steps(
      fence("sh", "echo a"),
      "\n",
      fence("text", "a"),
      fence("json", "{}"),
      fence("sh", "echo b"),
      "so:\n",
      fence("text", "b"),
    );
    expect(shown.map(({ kind, printed }) => [kind, printed])).toEqual([
      ["shell", "a\n"],
      ["shell", undefined],
    ]);
  });

  test("save a program with a name, which the shell runs if a snippet says so", () => {
    const receiver = fence("ts", "// receiver.ts\nserve()");
    expect(steps(receiver, fence("sh", "node receiver.ts &"))).toMatchObject([
      { kind: "file", file: "receiver.ts" },
      { kind: "shell" },
    ]);
    expect(steps(receiver)).toMatchObject([{ kind: "program", file: "receiver.ts" }]);
    expect(steps(fence("ts", "// what follows is no name\na()"))).toMatchObject([
      { kind: "program", file: undefined },
    ]);
    expect(steps(fence("js", "// server.mjs\na()"), fence("js", "b()"))).toMatchObject([
      { kind: "file", file: "server.mjs" },
    ]);
  });

  test("with a program in another language need its interpreter, and read its name from a comment", () => {
    expect(steps(fence("python", "# verify.py\nprint(1)"), fence("text", "1"))).toMatchObject([
      { kind: "program", language: "python", file: "verify.py", needs: ["python3"], printed: "1\n" },
    ]);
    expect(steps(fence("php", "<?php // verify.php\necho 1;"))).toMatchObject([
      { kind: "program", language: "php", file: "verify.php", needs: ["php"] },
    ]);
    expect(steps(fence("java", "// Verify.java\nclass Verify {}"))).toMatchObject([
      { kind: "program", language: "java", file: "Verify.java", needs: ["java"] },
    ]);
  });

  test("marked as parts are one program per language, run at its last part, which prints what all parts show", () => {
    const page = [
      fence("ts part", "const a = 1;\nconsole.log(a);"),
      fence("text", "1"),
      fence("python part", "print(5)"),
      fence("text", "5"),
      fence("sh", "ls"),
      fence("ts part", "console.log(a + 1);"),
      fence("text", "2"),
    ];
    expect(steps(...page)).toMatchObject([
      { kind: "program", language: "python", code: "print(5)\n", needs: ["python3"], printed: "5\n" },
      { kind: "shell", code: "ls\n" },
      {
        kind: "program",
        language: "ts",
        code: "const a = 1;\nconsole.log(a);\n\nconsole.log(a + 1);\n",
        printed: "1\n2\n",
      },
    ]);
    expect(() => steps(fence("ts part", "a()"))).toThrow("followed by what it prints");
  });

  test("marked as stays keep running, and have their own output", () => {
    expect(steps(fence("sh stays", "npm run shop"), fence("text", "open"))).toMatchObject([
      { kind: "terminal", code: "npm run shop\n", printed: "open\n" },
    ]);
    expect(() => steps(fence("ts stays", "serve()"))).toThrow("line 2: only an sh block can stay");
    expect(() => steps(fence("sh stays", "npm run shop"))).toThrow("what it prints once it is ready");
  });

  test("of npm start use the service that already runs, with its settings and its announcement", () => {
    expect(
      steps(fence("sh", "npm start   # leave it running"), "It prints:\n", fence("text", "ready")),
    ).toMatchObject([{ kind: "start", printed: "ready\n" }]);
    expect(startSettings("cd billfold\nPORT=1 A=b=c npm start\n")).toEqual({ PORT: "1", A: "b=c" });
    expect(startSettings("npx billfold serve")).toBeUndefined();
  });

  test("of npm start contain no other command that would have to be run", () => {
    expect(() => startSettings("npm start\ncurl x\n")).toThrow("a block of its own, without 'curl x'");
    expect(() => startSettings("npm start\nA=1 npm start\n")).toThrow("a block of its own");
  });
});
