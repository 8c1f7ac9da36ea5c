import { done, feature, open, type Requirement } from './requirement.ts';

/** Code, history and external sources in one store, with source, date and trust. */
export const KNOWLEDGE: readonly Requirement[] = [
  ...feature('K1', 'store', [
    done('K1.1', 'identifiers as terms, in parts and whole'),
    done('K1.2', 'nodes, edges with rules, batches, traversal'),
    done('K1.3', 'readers beside a writer; newer and damaged databases'),
  ]),
  ...feature('K2', 'code index', [
    done('K2.1', 'symbols, calls, imports, history; incremental, resumable, bad input'),
    done('K2.2', 'ranked search over files and functions'),
    done('K2.3', 'assay index, find, symbol, deps, dependents'),
    done('K2.4', 'a watcher keeps the index up to date'),
  ]),
  ...feature('K3', 'resolver', [
    done('K3.1', 'assay mcp --tools knowledge'),
    done('K3.2', 'resolver stages in order, each timed; options for domains, budget, trust and freshness'),
    open('K3.3', 'the rest of it'),
  ]),
  done('K4', 'firewall'),
  ...feature('K5', 'freshness, provenance, trust', [
    done('K5.1', 'freshness by domain and by content'),
    done('K5.2', 'provenance: chains, no circles, a source taken back'),
    done('K5.3', 'trust levels, moved with an audit log'),
    open('K5.4', 'the rest of it'),
  ]),
  done('K6', 'conflicts'),
  ...feature('K7', 'context quality, prompt building', [
    done('K7.1', 'a pack of code within a strict budget'),
    done('K7.2', 'notes by quality within a strict budget'),
    open('K7.3', 'a prompt is grouped by domain, annotated with trust, date and source, with conflict warnings'),
  ]),
  done('K8', 'intent caches'),
  done('K9', 'history'),
  done('K10', 'external sources'),
  ...feature('K11', 'planning preflight, search_all, smart_search', [
    open('K11.1', 'a plan is held against code, history and sources before it is approved'),
  ]),
];
