import IconButton from '@mui/material/IconButton'
import { LayoutGrid, Rows3 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Icon } from '../Icon.js'
import { Tooltip } from '../Tooltip.js'
import type { ListLayout } from './types.js'

interface LayoutSwitchProps {
  layout: ListLayout
  onChange: (layout: ListLayout) => void
}

/** Switches between table and cards. */
export function LayoutSwitch({ layout, onChange }: LayoutSwitchProps) {
  const translate = useTranslate()
  const other = layout === 'table' ? 'cards' : 'table'
  const label = translate(`kit.list.layout.${other}`)
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={() => onChange(other)}>
        <Icon icon={other === 'cards' ? LayoutGrid : Rows3} />
      </IconButton>
    </Tooltip>
  )
}
