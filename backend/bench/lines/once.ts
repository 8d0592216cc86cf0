import type { Line } from '../report.js'
import type { OnceOptions } from './once_options.js'

/** A line with its own measurement. */
export interface OnceLine {
  name: string
  about: string
  run(wanted: OnceOptions): Promise<Line[]>
}

/** Loaded on demand, because some load the whole application into this process. */
export const onceLines: OnceLine[] = [
  {
    name: 'tenancy',
    about: 'what tenant scope and row-level security cost a list; on PostgreSQL only',
    run: async (wanted) => (await import('../tenancy.js')).benchTenancy(wanted),
  },
  {
    name: 'people-checks',
    about: 'what policy and permission checks cost a list, in processor time',
    run: async (wanted) => (await import('../people/checks.js')).benchChecks(wanted),
  },
  {
    name: 'quota',
    about: 'what limits and metering cost a call by token, in processor time',
    run: async (wanted) => (await import('../quota/calls.js')).benchQuota(wanted),
  },
  {
    name: 'counted',
    about: 'whether each of 100,000 calls by token is counted',
    run: async (wanted) => (await import('../quota/exact.js')).benchExact(wanted),
  },
  {
    name: 'telemetry',
    about: 'what metrics and traces cost a call by token, in processor time',
    run: async (wanted) => (await import('../telemetry/calls.js')).benchTelemetry(wanted),
  },
  {
    name: 'step',
    about: 'from an acknowledged upload to the first step of its flow',
    run: async () => (await import('../first_step.js')).benchFirstStep(),
  },
  {
    name: 'hanging',
    about: "others' calls while thousands hang",
    run: async () => (await import('../hanging.js')).benchHanging(),
  },
  {
    name: 'fanout',
    about: "others' requests while 200 workflows react to 60 files",
    run: async () => (await import('../fan_out.js')).benchFanOut(),
  },
  {
    name: 'webhooks-out',
    about: '10,000 deliveries to 100 subscribers, one dead; and durable deliveries a second',
    run: async () => (await import('../webhooks.js')).benchWebhooks(),
  },
  {
    name: 'agents',
    about: '2,000 desktop agents on one process: memory, delivery, return after a restart',
    run: async (wanted) => (await import('../agents.js')).benchAgents(wanted),
  },
  {
    name: 'sync',
    about: 'two agents and a server: first sync, large files, edits, renames, memory',
    run: async (wanted) => (await import('../sync.js')).benchSync(wanted),
  },
  {
    name: 'canvas',
    about: 'how even the canvas of 200 steps moves in Chromium',
    run: async () => (await import('../console_canvas.js')).benchCanvas(),
  },
  {
    name: 'audit',
    about: 'what an entry of the audit costs to seal and to verify',
    run: async () => (await import('../audit.js')).benchAudit(),
  },
  {
    name: 'rare',
    about: 'a consumer of rare events in a log of foreign ones',
    run: async () => (await import('../rare_events.js')).benchRareEvents(),
  },
  {
    name: 'live',
    about: 'memory of 1,000 feeds and channels',
    run: async () => (await import('../live.js')).benchLive(),
  },
  {
    name: 'process',
    about: 'cold and second start',
    run: async () => (await import('../process.js')).benchProcess(),
  },
  {
    name: 'console',
    about: 'how soon the console appears in Chromium, and how little it shifts',
    run: async () => (await import('../console.js')).benchConsole(),
  },
]
