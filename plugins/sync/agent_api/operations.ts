import { assetsRead, assetsWrite } from '@crossdock/backend/assets'
import { operation } from '@crossdock/kernel/http'
import { framesType, maxFramesBytes } from '@crossdock/sync-engine/protocol'
import * as shapes from './validators.js'

const controller = () => import('./controller.js')

/** Agents have only these two permissions, and lose each one that their owner loses. */
const read = { permission: assetsRead, refusals: [404, 409] }
const write = { permission: assetsWrite, refusals: [404, 409] }
const end = '/sync-contracts/agent/{contractId}/{side}' as const

/**
 * The operations for agent programs. They come before the operations for people, so that `agent` is not read
 * as a contract id.
 */
export const agentOperations = [
  operation(
    'GET /sync-contracts/agent',
    {
      summary: 'List the ends of sync contracts on the calling agent',
      ...read,
      response: shapes.endsAnswer,
    },
    controller,
    'ends'
  ),
  operation(
    `POST ${end}/report`,
    {
      summary: 'Report the state of a folder of an agent',
      description:
        'Contains the changes since the last report, or everything. A report takes effect with its part `isLast`. The answer `again` requests a whole report.',
      ...read,
      body: shapes.reportBody,
      maxBytes: 16 * 1024 * 1024,
      response: shapes.reportAnswer,
    },
    controller,
    'report'
  ),
  operation(
    `GET ${end}/work`,
    {
      summary: 'List the work of an agent, oldest first',
      ...read,
      response: shapes.workAnswer,
    },
    controller,
    'work'
  ),
  operation(
    `POST ${end}/missing`,
    {
      summary: 'Ask which chunks of contents the server lacks',
      ...write,
      body: shapes.missingBody,
      maxBytes: 32 * 1024 * 1024,
      response: shapes.missingAnswer,
    },
    controller,
    'missing'
  ),
  operation(
    `POST ${end}/contents`,
    {
      summary: 'Send chunks and manifests of contents',
      description: `The body consists of frames (\`${framesType}\`), uncompressed or compressed with zstd.`,
      ...write,
      reads: 'raw',
      maxBytes: maxFramesBytes,
      response: shapes.takenAnswer,
    },
    controller,
    'contents'
  ),
  operation(
    `POST ${end}/chunks`,
    {
      summary: 'List the chunks of contents that an agent has to write',
      ...read,
      body: shapes.chunksBody,
      response: shapes.chunksAnswer,
    },
    controller,
    'chunks'
  ),
  operation(
    `POST ${end}/read`,
    {
      summary: 'Read chunks of contents that an agent has to write',
      description: `Answers frames (\`${framesType}\`).`,
      ...read,
      body: shapes.readBody,
      maxBytes: 20 * 1024 * 1024,
    },
    controller,
    'read'
  ),
  operation(
    `POST ${end}/progress`,
    {
      summary: 'Report the progress of an agent',
      ...read,
      body: shapes.progressBody,
      status: 204,
    },
    controller,
    'progress'
  ),
]
