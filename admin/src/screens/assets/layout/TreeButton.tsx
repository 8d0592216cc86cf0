import IconButton from '@mui/material/IconButton'
import { Icon, Tooltip } from '@crossdock/admin/kit'
import { PanelLeft } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useContext } from 'react'
import { TreeSwitch } from './tree_switch.js'

/** Shows or hides the file locations; in a list's toolbar. */
export function TreeButton() {
  const translate = useTranslate()
  const { isShown, toggle } = useContext(TreeSwitch)
  const label = translate(`assets.tree.${isShown ? 'hide' : 'show'}`)
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} aria-expanded={isShown} onClick={toggle}>
        <Icon icon={PanelLeft} />
      </IconButton>
    </Tooltip>
  )
}
