import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { errorText } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import type { PreviewState } from './use_workflow_preview.js'

/** Shows which of the newest files would have started the workflow, and with which events. */
export function TriggerOutlook({ preview }: { preview: PreviewState }) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.workflow.outlook.${key}`, values)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { data, error } = preview
  if (error) return <Alert severity="info">{errorText(error, translate)}</Alert>
  if (!data?.isDriven) return null
  const { files } = data
  if (files.length === 0) {
    return <Typography color="textSecondary">{text('noFiles')}</Typography>
  }
  const fired = files.filter(({ firedBy }) => firedBy.length > 0).length
  const event = (name: string) => translate(`flows.event.${name}`, { _: name.replaceAll('_', ' ') })
  return (
    <Box aria-busy={!preview.isCurrent}>
      <Alert severity={fired > 0 ? 'success' : 'warning'} role="status">
        {text('fired', { fired, smart_count: files.length })}
      </Alert>
      <Button
        size="small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
        sx={{ mt: 0.5 }}
      >
        {text(isOpen ? 'hide' : 'show')}
      </Button>
      {isOpen && (
        <Box component="ul" id={id} sx={{ listStyle: 'none', m: 0, mt: 0.5, p: 0 }}>
          {files.map((file) => (
            <Box
              component="li"
              key={file.id}
              sx={{ py: 0.75, borderTop: 1, borderColor: 'divider' }}
            >
              <Typography sx={{ overflowWrap: 'anywhere' }}>{file.name}</Typography>
              <Typography variant="body2" color="textSecondary">
                {file.firedBy.length > 0
                  ? text('by', { events: file.firedBy.map(event).join(', ') })
                  : file.events.length > 0
                    ? text('not', { events: file.events.map(event).join(', ') })
                    : text('unknown')}
              </Typography>
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
}
