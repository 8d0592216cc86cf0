import { operation } from '@crossdock/kernel/http'
import { agentOperations } from './agent_api/operations.js'
import { syncManage, syncRead, syncRun } from './contracts/permissions.js'
import { bindingList, contractList } from './queries/contracts.js'
import { conflictList, keptList, runList, skippedList, transferList } from './queries/records.js'
import { showBindings } from './transformers/contract.js'
import { showConflicts, showKept, showTransfers } from './transformers/records.js'
import {
  bindingAnswer,
  contractAnswer,
  createContractBody,
  explainAnswer,
  explainQuery,
  planAnswer,
  previewAnswer,
  previewBody,
  releaseBody,
  statsAnswer,
  updateContractBody,
} from './validators/contract.js'
import {
  conflictAnswer,
  contentQuery,
  keptAnswer,
  maxMergedBytes,
  resolveBody,
  restoredAnswer,
  runAnswer,
  skippedAnswer,
  transferAnswer,
} from './validators/records.js'

const contracts = () => import('./controllers/contracts_controller.js')
const conflicts = () => import('./controllers/conflicts_controller.js')

const read = { permission: syncRead }
const run = { permission: syncRun }
const manage = { permission: syncManage }
const contract = { response: contractAnswer } as const
const conflict = { response: conflictAnswer, show: showConflicts } as const

export default [
  ...agentOperations,
  operation(
    'GET /sync-contracts',
    {
      summary: 'List sync contracts',
      description: 'The filter `attention` selects contracts that need a person.',
      ...read,
      ...contract,
      list: contractList,
    },
    contracts,
    'index'
  ),
  operation(
    'POST /sync-contracts',
    {
      summary: 'Create a sync contract',
      description:
        'Keeps two ends equal: a `local_folder` of a desktop agent (`clientId`, filled in when there is exactly one agent), an `asset_folder` such as `/Arrivals`, or a folder of an `external_system` (`systemId`). It reads and writes files with at most the rights of the caller. In the conflict options, `local` means the local folder; without one, it means the source. An active continuous contract begins immediately.',
      ...manage,
      ...contract,
      body: createContractBody,
      refusals: [409],
      status: 201,
      location: '/api/sync-contracts/{id}',
    },
    contracts,
    'store'
  ),
  operation(
    'GET /sync-contracts/stats',
    {
      summary: 'Count sync contracts, synced files and conflicts',
      ...read,
      response: statsAnswer,
    },
    contracts,
    'stats'
  ),
  operation(
    'GET /sync-contracts/bindings',
    {
      summary: 'List the ends of sync contracts',
      description: 'Each contract has two rows: first the source, then the target.',
      ...read,
      response: bindingAnswer,
      show: showBindings,
      list: bindingList,
    },
    contracts,
    'bindings'
  ),
  operation(
    'POST /sync-contracts/preview',
    {
      summary: 'Count what the first run of a sync contract would do',
      description:
        'Nothing is stored. `needsAgent` is true if an end is on a computer; `counts` is then null.',
      ...manage,
      body: previewBody,
      response: previewAnswer,
    },
    contracts,
    'preview'
  ),
  operation(
    'GET /sync-contracts/conflicts',
    { summary: 'List conflicts of sync contracts', ...read, ...conflict, list: conflictList },
    conflicts,
    'index'
  ),
  operation(
    'GET /sync-contracts/conflicts/{id}',
    { summary: 'Show a conflict of a sync contract', ...read, ...conflict },
    conflicts,
    'show'
  ),
  operation(
    'GET /sync-contracts/conflicts/{id}/content',
    {
      summary: 'Download a version of a file in conflict',
      description: 'Also needs assets.read.',
      ...read,
      query: contentQuery,
    },
    conflicts,
    'content'
  ),
  operation(
    'POST /sync-contracts/conflicts/{id}/resolve',
    {
      summary: 'Resolve a conflict of a sync contract',
      description:
        'Keeps the version of the `source` or of the `target`, `both` under two names, or `merged`: the given `text`, for text files of at most 1 MiB. The next run carries it out. The other versions are kept for 30 more days.',
      ...run,
      ...conflict,
      body: resolveBody,
      maxBytes: 4 * maxMergedBytes,
      refusals: [409],
    },
    conflicts,
    'resolve'
  ),
  operation(
    'GET /sync-contracts/{id}',
    { summary: 'Show a sync contract', ...read, ...contract },
    contracts,
    'show'
  ),
  operation(
    'PUT /sync-contracts/{id}',
    {
      summary: 'Change a sync contract',
      description: 'Omitted fields keep their values. An open run is planned again.',
      ...manage,
      ...contract,
      body: updateContractBody,
    },
    contracts,
    'update'
  ),
  operation(
    'DELETE /sync-contracts/{id}',
    {
      summary: 'Delete a sync contract',
      description: 'The files at both ends stay as they are.',
      ...manage,
      status: 204,
    },
    contracts,
    'destroy'
  ),
  operation(
    'POST /sync-contracts/{id}/sync',
    {
      summary: 'Start a run of a sync contract',
      description: 'Returns the open run if there is one.',
      ...run,
      response: runAnswer,
      refusals: [409],
      status: 202,
    },
    contracts,
    'sync'
  ),
  operation(
    'POST /sync-contracts/{id}/pause',
    {
      summary: 'Pause a sync contract',
      description: 'An open run is ended.',
      ...run,
      ...contract,
    },
    contracts,
    'pause'
  ),
  operation(
    'POST /sync-contracts/{id}/resume',
    { summary: 'Resume a sync contract', ...run, ...contract },
    contracts,
    'resume'
  ),
  operation(
    'POST /sync-contracts/{id}/stop',
    {
      summary: 'End the open run of a sync contract',
      ...run,
      ...contract,
      refusals: [409],
    },
    contracts,
    'stop'
  ),
  operation(
    'POST /sync-contracts/{id}/release',
    {
      summary: 'Release the plan of a stopped run',
      description:
        'A run stops before it deletes or changes very many files. The release covers the losses that the stop names. Further losses that exceed a limit, also on the other side, stop the run again.',
      ...run,
      ...contract,
      body: releaseBody,
      refusals: [409],
    },
    contracts,
    'release'
  ),
  operation(
    'GET /sync-contracts/{id}/runs',
    {
      summary: 'List the runs of a sync contract, newest first',
      ...read,
      response: runAnswer,
      list: runList,
    },
    contracts,
    'runs'
  ),
  operation(
    'GET /sync-contracts/{id}/skipped',
    {
      summary: 'List files that a sync contract skips, with reasons',
      description: 'At most 5,000 are listed.',
      ...read,
      response: skippedAnswer,
      list: skippedList,
    },
    contracts,
    'skipped'
  ),
  operation(
    'GET /sync-contracts/{id}/transfers',
    {
      summary: 'List transfers of a sync contract, in progress or waiting',
      ...read,
      response: transferAnswer,
      show: showTransfers,
      list: transferList,
    },
    contracts,
    'transfers'
  ),
  operation(
    'POST /sync-contracts/{id}/plan',
    {
      summary: 'Plan a run without carrying it out',
      description: 'Nothing is carried out. `GET` shows the plan once it is ready.',
      ...run,
      response: planAnswer,
      refusals: [409],
      status: 202,
    },
    contracts,
    'makePlan'
  ),
  operation(
    'GET /sync-contracts/{id}/plan',
    {
      summary: 'Show the newest plan of a sync contract',
      description: 'The first 500 operations; `total` counts all.',
      ...read,
      response: planAnswer,
    },
    contracts,
    'plan'
  ),
  operation(
    'GET /sync-contracts/{id}/explain',
    {
      summary: 'Say why a file is or is not in sync',
      description: '`path` is below the ends: `Plans/a.pdf`.',
      ...read,
      query: explainQuery,
      response: explainAnswer,
    },
    contracts,
    'explain'
  ),
  operation(
    'GET /sync-contracts/{id}/kept',
    {
      summary: 'List versions that were overwritten or deleted and are kept',
      description: 'Versions are kept for 30 days; those of a conflict at least while it is open.',
      ...read,
      response: keptAnswer,
      show: showKept,
      list: keptList,
    },
    contracts,
    'kept'
  ),
  operation(
    'GET /sync-contracts/{id}/kept/{keptId}/content',
    {
      summary: 'Download a version that was overwritten or deleted',
      description: 'Also needs assets.read.',
      ...read,
    },
    contracts,
    'keptContent'
  ),
  operation(
    'POST /sync-contracts/{id}/kept/{keptId}/restore',
    {
      summary: 'Put back a version that was overwritten or deleted',
      description:
        'The version returns to its path in the asset folder of the contract, as the next version of the file or as a new file. The next run copies it to the other end. Also needs assets.write.',
      ...run,
      response: restoredAnswer,
      refusals: [409],
    },
    contracts,
    'restoreKept'
  ),
]
