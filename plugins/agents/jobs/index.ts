import { clock, transaction, unscoped } from '@crossdock/kernel/database'
import { defineJob, type RunningJob } from '@crossdock/kernel/jobs'
import { inTenant } from '@crossdock/kernel/tenancy'
import { failCommand } from '../actions/end_command.js'
import { retireAgent } from '../actions/retire.js'
import { aliveSeconds, openStatuses } from '../contracts/index.js'
import { markOffline } from '../hub/leave.js'
import { unseenDays } from '../limits.js'
import { AgentCommand } from '../models/agent_command.js'
import { AgentEnrolment } from '../models/agent_enrolment.js'
import { AgentRollout } from '../models/agent_rollout.js'
import { DesktopAgent } from '../models/desktop_agent.js'
import { startUpdates } from '../updates/rollout.js'
import { answerWaitingStep } from './answer_step.js'
import { answerStep, lookAfterAgents, tidyAgents } from '../job_refs.js'

const dayMs = 24 * 60 * 60_000
const pageSize = 200
/** The server stores heartbeats only every five seconds, so allow this much more silence. */
const slackMs = 10_000
/** Ended enrollment tokens stay listed for this time. */
const keptDays = 30

interface Found {
  id: string
  tenant_id: string
  environment_id: string
}

const ago = (ms: number) => new Date(clock.now() - ms).toISOString()

/** Applies work to each found row, page by page, in the tenant of the row. Runs in operator scope. */
async function forEachRow(
  job: RunningJob,
  find: () => Query,
  work: (row: Found) => Promise<void>
): Promise<void> {
  let last = ''
  for (;;) {
    const rows: Found[] = await find().where('id', '>', last)
    for (const row of rows) {
      job.signal.throwIfAborted()
      await inTenant(row.tenant_id, () => work(row), { environmentId: row.environment_id })
    }
    if (rows.length < pageSize) return
    last = rows.at(-1)!.id
  }
}

type Query = ReturnType<typeof selectPage>

const selectPage = (table: string) =>
  unscoped().from(table).select('id', 'tenant_id', 'environment_id').orderBy('id').limit(pageSize)

async function checkAgents(job: RunningJob): Promise<void> {
  const silentSince = ago(aliveSeconds * 1_000 + slackMs)
  await forEachRow(
    job,
    () =>
      selectPage(DesktopAgent.table)
        .where('connection_status', 'online')
        .where('last_heartbeat', '<', silentSince),
    ({ id }) => markOffline(id, silentSince)
  )
  await forEachRow(
    job,
    () =>
      selectPage(AgentCommand.table)
        .whereIn('status', [...openStatuses])
        .where('timeout_at', '<', ago(0)),
    ({ id }) => timeOutCommand(id)
  )
  await forEachRow(job, () => selectPage(AgentRollout.table).where('is_active', true), startUpdates)
}

function timeOutCommand(id: string): Promise<void> {
  return transaction(async () => {
    const command = await AgentCommand.query().where('id', id).forUpdate().first()
    if (!command || !openStatuses.some((one) => one === command.status)) return
    const agent = await DesktopAgent.findOrFail(command.assignedAgent)
    const message =
      command.status === 'queued'
        ? 'The agent did not take the command in time.'
        : 'The agent did not report the result in time.'
    await failCommand(command, agent, { code: 'E_TIMEOUT', message })
  })
}

async function tidy(job: RunningJob): Promise<void> {
  const unseenSince = ago(unseenDays * dayMs)
  await forEachRow(
    job,
    () =>
      selectPage(DesktopAgent.table)
        .whereNull('retired_at')
        .where('created_at', '<', unseenSince)
        .whereRaw('(last_heartbeat is null or last_heartbeat < ?)', [unseenSince]),
    ({ id }) =>
      transaction(async () => {
        const agent = await DesktopAgent.query().where('id', id).forUpdate().first()
        if (agent && !agent.retiredAt && (agent.lastHeartbeat ?? '') < unseenSince)
          await retireAgent(agent, 'unseen')
      })
  )
  await forEachRow(
    job,
    () => selectPage(AgentEnrolment.table).where('expires_at', '<', ago(keptDays * dayMs)),
    ({ id }) => AgentEnrolment.query().where('id', id).delete().then()
  )
}

export default [
  defineJob(lookAfterAgents, { handle: checkAgents }),
  defineJob(tidyAgents, { handle: tidy }),
  defineJob(answerStep, {
    retry: { attempts: 50, delayMs: 1_000, maxDelayMs: 60_000 },
    handle: answerWaitingStep,
  }),
]
