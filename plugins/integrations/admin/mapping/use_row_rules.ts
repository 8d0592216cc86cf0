import { useTranslate } from 'ra-core'
import { useFormContext } from 'react-hook-form'
import { isBlank, keyOf, type MappingFrom, type MappingRow } from './rows.js'

/** Validates a single row. Blank rows are ignored and valid. */
export function useRowRules(source: string) {
  const translate = useTranslate()
  const { getValues } = useFormContext()
  const row = () => getValues(source) as MappingRow
  const path = (value: string) =>
    value.split('.').includes('')
      ? translate('integrations.mapping.notAPath', { path: value })
      : undefined
  return {
    target: (target: string) => {
      if (isBlank(row())) return undefined
      if (!target) return translate('integrations.mapping.targetRequired')
      const rows = getValues('mappingRows') as MappingRow[]
      const twins = rows.filter((one) => one.target && keyOf(one) === keyOf(row()))
      if (twins.length > 1) return translate('integrations.mapping.twice', { target })
      return path(target)
    },
    from: (from: MappingFrom) => {
      if (isBlank(row())) return undefined
      return from.source ? path(from.source) : translate('integrations.mapping.sourceRequired')
    },
  }
}
