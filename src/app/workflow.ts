import type { Command } from 'commander';
import type { z } from 'zod';
import type { workRoutes } from '#contracts/http/work-routes.ts';
import type { RunId } from '#contracts/ids.ts';
import type { Json } from '#contracts/json.ts';
import type { Chapter } from '#contracts/stories/chapters.ts';
import type { DriveListener, RunHandle } from '#engine/drive/types.ts';
import type { Graph } from '#engine/graph/graph.ts';
import type { Runs } from '#engine/runs.ts';
import type { FileView } from '#project/toolchain/file-view.ts';
import type { Cli } from './cli/context.ts';
import type { Driven, DriveOptions } from './cli/drive.ts';
import type { RunRuntime, RunRuntimeOptions } from './runtime-types.ts';

export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Everything that the command line and the server know about a workflow. A new one is a folder with one of these, and a
 * line in `workflows.ts`. It is loaded whenever `assay` starts, so its methods load what they need when they are
 * called.
 */
export interface Workflow {
  /** The name of its graph, which identifies its runs. */
  readonly name: string;
  /** What it takes to continue a run of it that was started with this input. */
  runtime(runs: Runs, run: RunId, input: Json, options: RunRuntimeOptions): Promise<RunRuntime>;
  /** Its shape and schemas, for drawing it and for checking answers: none of it is executed. */
  graph(runs: Runs, env: Env): Promise<Graph | undefined>;
  /** Its runs' story; default: its nodes in order, by name. */
  readonly chapters?: readonly Chapter[];
  /** The merges so far, oldest first, according to an input or the output of its nodes. */
  merged?(payload: Json, title: string): MergedWork[];
  /** Agents with a shell work under its verdicts: only a person answers or deletes its runs. */
  readonly personOnly?: boolean;
  /** Its own commands. */
  define?(program: Command, cli: Cli): void;
  readonly demo?: WorkflowDemo;
  /** How a run is shown in a terminal that drives it; default: a list of its nodes. */
  follow?(runs: Runs): Promise<NonNullable<DriveOptions['follow']>>;
  /** The message at the end of a continued run; returns the exit code. */
  report?(cli: Cli, runs: Runs, driven: Driven, json: boolean): Promise<number>;
  /** Started by the window, from a spec; driven by its server. */
  readonly spec?: SpecWork;
}

/** Something of a run that is on main. */
export interface MergedWork {
  readonly title: string;
  readonly commit: string;
}

/** An example of it, by simulated agents: `assay demo NAME`. */
export interface WorkflowDemo {
  readonly about: string;
  /** The description of the example. */
  readonly example?: string;
  /** Options of its own: flags, and their values. */
  readonly options?: readonly (readonly [flags: string, takes: string])[];
  play(cli: Cli, options: DemoOptions): Promise<number>;
}

export interface DemoOptions {
  readonly json?: boolean;
  readonly fast?: boolean;
  readonly ask?: boolean;
  readonly [option: string]: string | boolean | undefined;
}

export interface SpecWork {
  /** The specs that a repository has. */
  specsIn(view: FileView): Promise<string[]>;
  start(host: WindowHost, repository: string, work: z.output<(typeof workRoutes)['startSpec']['body']>): Promise<RunId>;
}

/** What a server passes to what it starts. */
export interface WindowHost {
  readonly runs: Runs;
  readonly env: Env;
  readonly drives: {
    drive(runtime: RunRuntime, begin: (listener: DriveListener) => Promise<RunHandle>): Promise<RunId>;
  };
}

// The type describes a graph's input; for its picture that does not matter.
export const plainGraph = (graph: unknown): Graph => graph as Graph;

export const forDrawingOnly = (): Promise<never> => Promise.reject(new Error('this graph is only looked at'));
