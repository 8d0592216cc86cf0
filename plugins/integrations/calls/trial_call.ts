import { assetLibrary, assetsRead } from '@crossdock/backend/assets'
import { now, randomId } from '@crossdock/kernel/database'
import { invalid, missingPermission, Problem, text } from '@crossdock/kernel/ground'
import { currentContext, holds } from '@crossdock/kernel/tenancy'
import type { SendFileMode } from '../contracts/index.js'
import type { ExternalSystem } from '../models/external_system.js'
import { fileInCall, type FileInCall } from './file_values.js'
import type { EndpointCall } from './make_call.js'
import { sampleFile } from './sample_file.js'
import { userValues } from './user_values.js'
import { callVariables } from '../placeholders/variables.js'

/** The input of an endpoint test. */
export interface Trial {
  params?: Record<string, unknown>
  /** The file for mappings and placeholders; if absent, a sample file. */
  assetId?: string
  sendFile?: SendFileMode
}

/**
 * Builds a call of an endpoint outside of a run, for a preview or a test.
 * @throws Problem 403 for a file if the caller may not read files, 422 for an unknown file
 */
export async function trialCall(
  system: ExternalSystem,
  endpointId: string | null,
  { params = {}, assetId, sendFile = 'none' }: Trial
): Promise<{ executionId: string; call: EndpointCall['call'] }> {
  const { values, file } = await fileOf(assetId)
  const { actor, tenantId } = currentContext()
  const executionId = randomId()
  return {
    executionId,
    call: {
      values: {
        file: values,
        user: await userValues(actor.userId),
        system: {
          executionId,
          systemId: system.id,
          systemName: system.name,
          endpointId,
          tenantId,
          eventType: 'test',
          timestamp: now(),
        },
        params,
        steps: {},
        variables: await callVariables(),
      },
      sendFile,
      file,
      idempotencyKey: `${executionId}:test`,
    },
  }
}

async function fileOf(assetId: string | undefined): Promise<FileInCall> {
  if (assetId === undefined) return { values: sampleFile, file: null }
  if (!holds(assetsRead)) throw missingPermission(assetsRead)
  try {
    await assetLibrary.use().find(assetId)
  } catch (error) {
    if (!(error instanceof Problem) || error.status !== 404) throw error
    throw invalid('assetId', text('There is no asset with the id "{id}".', { id: assetId }))
  }
  return fileInCall(assetId)
}
