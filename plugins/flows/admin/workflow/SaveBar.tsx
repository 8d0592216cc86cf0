import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'ra-core'
import { useFormState } from 'react-hook-form'

interface SaveBarProps {
  /** Somebody else has saved the workflow since. */
  isBehind: boolean
  onDiscard: () => void
}

/** At the foot of the page while something is not saved. */
export function SaveBar({ isBehind, onDiscard }: SaveBarProps) {
  const translate = useTranslate()
  const { isSubmitting } = useFormState()
  const text = (key: string) => translate(`flows.workflows.form.${key}`)
  return (
    <Paper
      role="region"
      // Toasts keep clear of its buttons.
      data-foot
      aria-label={translate('flows.workflow.unsaved')}
      variant="outlined"
      sx={{
        position: 'sticky',
        bottom: 12,
        zIndex: 2,
        mt: 2,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 1,
        px: 2,
        py: 1.25,
        boxShadow: 3,
      }}
    >
      <Box sx={{ flex: '1 1 120px' }} role="status">
        <Typography>{translate('flows.workflow.unsaved')}</Typography>
        {isBehind && (
          <Typography variant="body2" color="textSecondary">
            {translate('flows.workflow.behind')}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <Button disabled={isSubmitting} onClick={onDiscard}>
          {translate('kit.unsaved.discard')}
        </Button>
        <Button type="submit" variant="contained" disabled={isSubmitting}>
          {text(isSubmitting ? 'submitting' : 'submitEdit')}
        </Button>
      </Box>
    </Paper>
  )
}
