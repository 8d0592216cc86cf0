import { isObject, useJsonRule, useTextValues, type JsonObject } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { mapNames } from './rows.js'

/** Validates a mapping as JSON: only the three known parts, each an object of texts. */
export const useMappingRule = () =>
  useJsonRule('{"fileMetadata": {"fileName": "name"}}', useMappingCheck())

function useMappingCheck() {
  const translate = useTranslate()
  const textValues = useTextValues()
  return (value: JsonObject): string | undefined => {
    for (const [key, part] of Object.entries(value)) {
      if (!mapNames.some((known) => known === key)) {
        return translate('integrations.endpoints.form.mappingKey', { key })
      }
      if (!isObject(part)) return translate('integrations.endpoints.form.mappingPart', { key })
      const wrong = textValues(part)
      if (wrong) return wrong
    }
    return undefined
  }
}
