import { answerOf } from '@crossdock/kernel/shapes'
import type { Reader } from '@crossdock/kernel/http'
import type { Row } from '@crossdock/kernel/lists'
import type { UserImport } from '../models/user_import.js'
import type { UserImportRow } from '../models/user_import_row.js'
import { importAnswer, importRowAnswer } from '../validators/imports.js'

export const showImport = (file: Row<UserImport>, reader: Reader) =>
  answerOf(importAnswer, file, { message: file.problem && reader.say(file.problem) })

export const showImportRow = (row: Row<UserImportRow>, reader: Reader) =>
  answerOf(importRowAnswer, row, { message: row.problem && reader.say(row.problem) })
