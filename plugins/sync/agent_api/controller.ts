import { clock, transaction } from '@crossdock/kernel/database'
import type { Input } from '@crossdock/kernel/http'
import { framesType, maxWork, type Report } from '@crossdock/sync-engine/protocol'
import { workOf } from '../runs/agent_work.js'
import { missingChunks, storeContents } from './contents.js'
import { endOfAgent, endsOfAgent, sideNamed } from './ends.js'
import { decompressBody } from './frames.js'
import { takeWork } from './outcomes.js'
import { assertToWrite, chunksOf, readFramesOf } from './read.js'
import { takeReport } from './report.js'
import type { chunksBody, missingBody, progressBody, readBody, reportBody } from './validators.js'

type Place = 'contractId' | 'side'

/** The API through which agent programs sync the ends on their machines. */
export default class AgentEndsController {
  async ends({ http }: Input) {
    return { ends: await endsOfAgent(http) }
  }

  async report({ http, params, body }: Input<typeof reportBody, undefined, Place>) {
    await endOfAgent(http, params)
    return await takeReport(params.contractId, sideNamed(params.side), body as unknown as Report)
  }

  async work({ http, params }: Input<undefined, undefined, Place>) {
    const { id } = await endOfAgent(http, params)
    const side = sideNamed(params.side)
    const now = clock.date().toISOString()
    return { work: await transaction(() => takeWork(id, side, maxWork, now)) }
  }

  async missing({ http, params, body }: Input<typeof missingBody, undefined, Place>) {
    const contract = await endOfAgent(http, params)
    return { missing: await missingChunks(contract, sideNamed(params.side), body.contents) }
  }

  async contents({ http, params, body }: Input<Buffer, undefined, Place>) {
    const contract = await endOfAgent(http, params)
    const bytes = await decompressBody(body, http.request.header('content-encoding'))
    return { contents: await storeContents(contract, sideNamed(params.side), bytes) }
  }

  async chunks({ http, params, body }: Input<typeof chunksBody, undefined, Place>) {
    const contract = await endOfAgent(http, params)
    return { contents: await chunksOf(contract, sideNamed(params.side), body.contents) }
  }

  async read({ http, params, body }: Input<typeof readBody, undefined, Place>) {
    const contract = await endOfAgent(http, params)
    const hashes = body.contents.map(({ hash }) => hash)
    await assertToWrite(contract, sideNamed(params.side), hashes)
    const frames = await readFramesOf(body.contents)
    http.response.header('content-type', framesType)
    http.response.status(200).stream(frames)
  }

  async progress({ http, params, body }: Input<typeof progressBody, undefined, Place>) {
    const { id } = await endOfAgent(http, params)
    const side = sideNamed(params.side)
    await transaction(async () => {
      for (const { workId, done, total } of body.progress)
        await workOf(id, side).where('id', workId).update({ done, total })
    })
  }
}
