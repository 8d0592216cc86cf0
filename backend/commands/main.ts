import { ListLoader } from '@adonisjs/core/ace'
import Backup from './backup.js'
import DatabaseCompact from './database_compact.js'
import Doctor from './doctor.js'
import OpenapiGenerate from './openapi_generate.js'
import Restore from './restore.js'
import SecondFactorRelease from './second_factor_release.js'
import SecondFactorReset from './second_factor_reset.js'
import SsoDisable from './sso_disable.js'
import StorageMove from './storage_move.js'
import TokenCreate from './token_create.js'

const loader = new ListLoader([
  Backup,
  DatabaseCompact,
  Doctor,
  OpenapiGenerate,
  Restore,
  SecondFactorRelease,
  SecondFactorReset,
  SsoDisable,
  StorageMove,
  TokenCreate,
])

export const getMetaData = () => loader.getMetaData()
export const getCommand = (metadata: Parameters<typeof loader.getCommand>[0]) =>
  loader.getCommand(metadata)
