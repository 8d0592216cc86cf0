import type { PairedLine } from '../paired/line.js'
import { backup } from './backup.js'
import { batch } from './batch.js'
import { largeTransfers } from './transfers.js'
import { chunking } from './chunking.js'
import { create } from './create.js'
import { largeDownload } from './download.js'
import { filePath } from './file_path.js'
import { foundFiles } from './found_files.js'
import { growthTo300k, growthToMillion } from './growth.js'
import { idle } from './idle.js'
import { jobs } from './jobs.js'
import { latency } from './latency.js'
import { list } from './list.js'
import { loaded } from './loaded.js'
import { openapiImport } from './openapi_import.js'
import { peopleImport } from './people_import.js'
import { peopleRoles } from './people_roles.js'
import { retention } from './retention.js'
import { runHistory } from './run_history.js'
import { runs } from './runs.js'
import { schedules } from './schedules.js'
import { webhooks } from './webhooks.js'
import { largeUpload } from './upload.js'
import { smallUploads } from './small_uploads.js'

/** The lines measured in pairs, in the order of the table. */
export const pairedLines: PairedLine[] = [
  runs,
  latency,
  loaded,
  jobs,
  list,
  create,
  webhooks,
  filePath,
  smallUploads,
  batch,
  foundFiles,
  largeUpload,
  chunking,
  largeDownload,
  largeTransfers,
  backup,
  growthTo300k,
  growthToMillion,
  runHistory,
  schedules,
  retention,
  openapiImport,
  peopleImport,
  peopleRoles,
  idle,
]
