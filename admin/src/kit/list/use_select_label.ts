import { useTranslate, type RaRecord } from 'ra-core'
import { useListSetup } from './context.js'

/** What the checkbox of a record is called. */
export function useSelectLabel(): (record: RaRecord) => string {
  const translate = useTranslate()
  const { nameOf } = useListSetup()
  return (record) => {
    const name: unknown = nameOf?.(record) ?? record.name ?? record.title
    const words = translate('ra.action.select_row')
    return typeof name === 'string' ? `${words}: ${name}` : words
  }
}
