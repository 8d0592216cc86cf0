import type { Workflow } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { CodeBlock, fingerprint, formatRelative, PlainDialog } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useId, useState } from 'react'
import type { FlowKinds } from '../workflows/kinds.js'
import { toBody, toForm, type WorkflowForm } from '../workflows/workflow_form.js'

interface ChangedMeanwhileProps {
  kinds: FlowKinds
  mine: WorkflowForm
  theirs: Workflow
  onKeepMine: () => void
  onTakeTheirs: () => void
  onClose: () => void
}

const parts = ['name', 'description', 'isActive', 'triggerType', 'triggerConfig', 'steps'] as const

/** Somebody saved the workflow while it was edited here: says who, shows what differs, and lets the person choose. */
export function ChangedMeanwhile(props: ChangedMeanwhileProps) {
  const { kinds, mine, theirs, onKeepMine, onTakeTheirs, onClose } = props
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`flows.workflow.changed.${key}`, values)
  const [isShown, setShown] = useState(false)
  const own = toBody(kinds, mine, undefined, undefined)
  const other = toBody(kinds, toForm(kinds, theirs), undefined, undefined)
  const different = parts.filter((part) => fingerprint(own[part]) !== fingerprint(other[part]))
  return (
    <PlainDialog
      title={text('title')}
      description={text(theirs.savedByName ? 'text' : 'textNobody', {
        name: theirs.savedByName,
        version: theirs.version,
        time: formatRelative(theirs.updatedAt),
      })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('goOn')}</Button>
          <Button onClick={onTakeTheirs}>{text('take')}</Button>
          <Button variant="contained" onClick={onKeepMine}>
            {text('keep')}
          </Button>
        </>
      }
    >
      <Box sx={{ px: 3, pb: 3, display: 'grid', gap: 2 }}>
        <Typography>
          {different.length === 0
            ? text('same')
            : text('different', {
                parts: different.map((part) => text(`part.${part}`)).join(', '),
              })}
        </Typography>
        {different.length > 0 && (
          <Box>
            <Button size="small" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
              {text(isShown ? 'hide' : 'see')}
            </Button>
          </Box>
        )}
        {isShown &&
          different.map((part) => (
            <Both key={part} title={text(`part.${part}`)} mine={own[part]} theirs={other[part]} />
          ))}
      </Box>
    </PlainDialog>
  )
}

function Both({ title, mine, theirs }: { title: string; mine: unknown; theirs: unknown }) {
  const translate = useTranslate()
  const id = useId()
  return (
    <Box>
      <Typography variant="h3" id={id} sx={{ mb: 0.75 }}>
        {title}
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        {[['mine', mine] as const, ['theirs', theirs] as const].map(([whose, data]) => (
          <div key={whose}>
            <Typography variant="body2" color="textSecondary">
              {translate(`flows.workflow.changed.${whose}`)}
            </Typography>
            <CodeBlock
              label={`${title}: ${translate(`flows.workflow.changed.${whose}`)}`}
              data={data ?? null}
            />
          </div>
        ))}
      </Box>
    </Box>
  )
}
