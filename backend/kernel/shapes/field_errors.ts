import vine, { errors as vineErrors } from '@vinejs/vine'
import { messages } from '@vinejs/vine/defaults'
import type {
  ErrorReporterContract,
  FieldContext,
  MessagesProviderContact,
} from '@vinejs/vine/types'
import { mostErrors, type FieldError } from '../ground/problem.js'
import type { Params } from '../ground/text.js'

type Args = Record<string, unknown>

/** Collects validation errors as templates with values; stops at `mostErrors`. */
export class FieldErrors implements ErrorReporterContract {
  hasErrors = false
  readonly #errors: FieldError[] = []

  report(template: string, rule: string, field: FieldContext, args: Args = {}): void {
    this.hasErrors = true
    const path = field.getFieldPath()
    // For a list item, show the whole path: the index alone would say nothing.
    const name = /^\d+$/.test(String(field.name)) ? path : field.name || 'body'
    const params = placed(template, { field: name, ...args })
    this.#errors.push({ field: path, rule, text: { template, params } })
    // A body can hold a hundred thousand wrong fields; checking them all would block the process.
    if (this.#errors.length === mostErrors) throw this.createError()
  }

  createError() {
    return new vineErrors.E_VALIDATION_ERROR(this.#errors)
  }
}

/** Values for the placeholders of a template; other arguments of a rule stay private. */
function placed(template: string, args: Args): Params {
  const named = [...template.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) =>
    Object.hasOwn(args, name) ? [[name, shown(args[name])]] : []
  )
  return Object.fromEntries(named)
}

const shown = (value: unknown): string | number =>
  typeof value === 'number' ? value : Array.isArray(value) ? value.join(', ') : String(value)

/** Selects messages as `provider` does but keeps placeholders: each is filled with its own name in braces. */
export function unfilled(provider: MessagesProviderContact = vine.messagesProvider) {
  return {
    getMessage(message: string, rule: string, field: FieldContext, args: Args = {}): string {
      const named = Object.fromEntries(Object.keys(args).map((name) => [name, `{${name}}`]))
      return asSentence(provider.getMessage(message, rule, anonymous(field), named))
    },
  }
}

/** Messages of Vine itself lack a full stop; all other texts are sentences. */
const asSentence = (message: string) => (ofVine.has(message) ? `${message}.` : message)
const ofVine = new Set(
  Object.values(messages).map((message) => message.replace(/\{\{ (\w+) \}\}/g, '{$1}'))
)

const anonymous = (field: FieldContext): FieldContext =>
  Object.create(field, { name: { value: '{field}' } }) as FieldContext
