import Button from '@mui/material/Button'
import { useListContext, useTranslate } from 'ra-core'
import { useState } from 'react'
import { formatInteger } from '../format.js'
import { MOST_SELECTED, useListRows } from './rows.js'
import { useSelectRows } from './use_select_rows.js'

/** Selects all rows of a list without pages, up to the limit. */
export function SelectAll() {
  const translate = useTranslate()
  const { selectedIds } = useListContext()
  const { count } = useListRows()
  const select = useSelectRows()
  const [isReading, setReading] = useState(false)
  const most = Math.min(count, MOST_SELECTED)
  if (selectedIds.length >= most) return null
  const start = async () => {
    setReading(true)
    await select(0, most - 1)
    setReading(false)
  }
  const label = most < count ? 'kit.list.selectFirst' : 'ra.action.select_all'
  return (
    <Button size="small" className="extra" disabled={isReading} onClick={() => void start()}>
      {translate(label, { total: formatInteger(most) })}
    </Button>
  )
}
