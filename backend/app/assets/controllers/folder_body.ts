import type { HttpContext } from '@adonisjs/core/http'
import { errors } from '@vinejs/vine'
import { Problem, readJson, type FieldError } from '@crossdock/kernel/http'
import { newFolder } from '../validators/asset.js'
import { refuseForeignTenant } from './foreign_tenant.js'

/** Reads what the HTTP layer has left unread, because it may have been a file. @throws Problem */
export async function readFolder(http: HttpContext) {
  const body = await readJson(http)
  await refuseForeignTenant(body)
  try {
    return await newFolder.validate(body)
  } catch (error) {
    if (!(error instanceof errors.E_VALIDATION_ERROR)) throw error
    const problems = (error.messages as FieldError[]).map(({ field, rule, message }) => ({
      ...{ field, rule, message },
    }))
    const message = problems[0]?.message ?? 'The request is not valid.'
    throw new Problem(422, 'E_VALIDATION', message, { errors: problems })
  }
}
