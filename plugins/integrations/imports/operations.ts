import { operation } from '@crossdock/kernel/http'
import { integrationsWrite } from '../contracts/index.js'
import { takeUploadSlot } from './slots.js'
import { importAnswer, importBody } from './validators/imports.js'

/** A document of 16 MiB can have this size as a JSON string. */
export const mostBodyBytes = 24 * 1024 * 1024

export default [
  operation(
    'POST /integrations/imports',
    {
      summary: 'Import an OpenAPI description as a system with endpoints',
      description:
        'Takes `document`, the text of a description of version 2.0, 3.0 or 3.1 in JSON or YAML (at most 16 MiB), or `url`, its address. `dryRun` returns what would be created: operations with their findings. With `systemId`, it also returns what is added, changed and removed. To import, send the same document again with the selected `keys`. Without `keys`, all importable operations are imported; for an existing system, all new and changed ones that people have not edited. References to other documents are not followed. An import that is not a dry run requires a fresh proof.',
      proof: 'sometimes',
      permission: integrationsWrite,
      body: importBody,
      maxBytes: mostBodyBytes,
      place: takeUploadSlot,
      response: importAnswer,
      refusals: [409, 413, 429],
    },
    () => import('./controllers/imports_controller.js'),
    'store'
  ),
]
