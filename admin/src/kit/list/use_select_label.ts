import { useTranslate, type RaRecord } from 'ra-core'
import { useListSetup } from './context.js'

/** The label of a record's checkbox. */
export function useSelectLabel(): (record: RaRecord) => string {
  const translate = useTranslate()
  const { nameOf } = useListSetup()
  return (record) => {
    const name: unknown = nameOf?.(record) ?? record.name ?? record.title
    const words = translate('ra.action.select_row')
    return typeof name === 'string' ? `${words}: ${name}` : words
  }
}
