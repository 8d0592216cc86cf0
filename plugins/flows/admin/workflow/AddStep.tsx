import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { Icon, kindIcon } from '@crossdock/admin/kit'
import { Plus } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useKindLabel } from '../workflows/kinds.js'
import { numberBefore } from '../workflows/step_number.js'
import { stepsOf, type ListPlace } from '../workflows/step_tree.js'
import { useStepsEditor } from '../workflows/steps_context.js'

interface AddStepProps {
  place: { list: ListPlace; at?: number }
  small?: boolean
  /** Shows a round button, for a line of the canvas. */
  round?: boolean
}

/** Adds a step of a chosen type. */
export function AddStep({ place, small, round }: AddStepProps) {
  const translate = useTranslate()
  const { kinds, tree, add } = useStepsEditor()
  const label = useKindLabel('stepType')
  const [anchor, setAnchor] = useState<HTMLElement>()
  const at = place.at ?? stepsOf(tree, place.list).length
  const before = numberBefore(tree, place.list)
  const name = translate('flows.workflows.form.addStepAt', { number: `${before}${at + 1}` })
  const button = {
    'data-add': true,
    'aria-haspopup': 'menu' as const,
    'aria-label': round || before ? name : undefined,
    onClick: (event: React.MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
  }
  return (
    <>
      {round ? (
        <IconButton
          {...button}
          size="small"
          sx={{
            p: 0.25,
            border: 1,
            borderColor: 'divider',
            bgcolor: 'background.paper',
            '&:hover': { bgcolor: (theme) => theme.palette.surface.hover },
          }}
        >
          <Icon icon={Plus} />
        </IconButton>
      ) : (
        <Button
          {...button}
          fullWidth={!small}
          size="small"
          startIcon={<Icon icon={Plus} />}
          sx={
            small
              ? { ml: 0.5, color: 'text.secondary' }
              : { mt: 0.5, border: '1px dashed', borderColor: 'divider' }
          }
        >
          {translate('flows.workflows.form.addStep')}
        </Button>
      )}
      <Menu anchorEl={anchor} open={anchor !== undefined} onClose={() => setAnchor(undefined)}>
        {kinds.steps.map((kind) => (
          <MenuItem
            key={kind.name}
            onClick={() => {
              setAnchor(undefined)
              add(place, kind.name)
            }}
          >
            <ListItemIcon>
              <Icon icon={kindIcon(kinds.steps, kind.name)} />
            </ListItemIcon>
            <ListItemText primary={label(kind.name)} secondary={kind.description} />
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
