import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useUndoable, type Undoable } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId, useRef } from 'react'

/** The tray's list of this person's recent actions that can be undone, newest first. */
export default function UndoPart() {
  const translate = useTranslate()
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  const { all, undo } = useUndoable()
  if (all.length === 0) return null
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography
        variant="h2"
        id={id}
        ref={heading}
        tabIndex={-1}
        sx={{ px: 2.5, pt: 1.5, pb: 0.5, outline: 'none' }}
      >
        {translate('shell.undo.title')}
      </Typography>
      <Box component="ul" aria-labelledby={id} sx={{ listStyle: 'none', m: 0, p: 0, pb: 1 }}>
        {all.map((one) => (
          <Row
            key={one.id}
            one={one}
            onUndo={() => {
              undo(one)
              // The row disappears with its button.
              heading.current?.focus()
            }}
          />
        ))}
      </Box>
    </Box>
  )
}

function Row({ one, onUndo }: { one: Undoable; onUndo: () => void }) {
  const translate = useTranslate()
  const what = one.text(one.items)
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 2, pl: 2.5, pr: 1.5, py: 0.75 }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>{what}</Typography>
        {one.refusal && (
          <Typography variant="body2" color="error" sx={{ overflowWrap: 'anywhere' }}>
            {one.refusal}
          </Typography>
        )}
      </Box>
      <Button
        size="small"
        variant="outlined"
        disabled={one.isBusy}
        aria-label={translate('kit.undo.what', { what })}
        onClick={onUndo}
        sx={{ flex: 'none' }}
      >
        {translate('kit.undo.action')}
      </Button>
    </Box>
  )
}
