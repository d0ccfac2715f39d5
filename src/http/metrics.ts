/** What Prometheus may read at /metrics. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Database } from '../db/database.ts'
import type { Dispatcher } from '../webhooks/dispatcher.ts'
import type { Reply } from './message.ts'
import type { Capacity } from './stay.ts'

/** How old the page may be. */
const KEPT_MS = 100

interface RequestLabels {
  resource: string
  operation: string
  status: number
}

export interface Metrics {
  /** Counts a request; `seconds` from its arrival to its answer. */
  observe(labels: RequestLabels, seconds: number): void
  /** The page. */
  page(): Promise<Reply>
}

/** Metrics of one server; nothing is global, so that several may live in one process. */
export function makeMetrics(database: Database, webhooks: Dispatcher, capacity: Capacity): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'sexton_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['resource', 'operation', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'sexton_database_connections',
    help: 'Connections of the pool, and requests waiting for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, value] of Object.entries(database.usage)) this.set({ state }, value)
    },
  })
  new Gauge({
    name: 'sexton_webhooks',
    help: 'Webhook attempts under way, lanes that this node holds, outcomes not yet written',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, value] of Object.entries(webhooks.state)) this.set({ state }, value)
    },
  })
  new Gauge({
    name: 'sexton_held',
    help: 'What clients hold of this node: connections, requests, bodies being received, bytes, requests that wait',
    labelNames: ['what'],
    registers: [registry],
    collect() {
      for (const [what, places] of Object.entries(capacity)) this.set({ what }, places.used)
    },
  })
  new Counter({
    name: 'sexton_refused_total',
    help: 'How often a client got none of it, because it or the node had too much already',
    labelNames: ['what'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [what, places] of Object.entries(capacity)) this.inc({ what }, places.refused)
    },
  })
  let kept: { text: Promise<string>; until: number } | undefined
  /** To gather it takes milliseconds. */
  const text = (): Promise<string> => {
    const now = performance.now()
    if (kept === undefined || now >= kept.until) kept = { text: registry.metrics(), until: now + KEPT_MS }
    return kept.text
  }
  return {
    observe: ({ resource, operation, status }, seconds) =>
      requests.observe({ resource, operation, status: String(status) }, seconds),
    page: async () => ({
      status: 200,
      headers: { 'Content-Type': registry.contentType },
      body: await text(),
    }),
  }
}
