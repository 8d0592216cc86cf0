import type { Execution } from '@crossdock/client'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { CodeBlock, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

interface RunInputProps {
  run: Execution
  /** Opens the dialog that replays the run with another input; absent without permission. */
  onChange?: (() => void) | undefined
}

/** The event and other data that started the run. Renders nothing if there is none. */
export function RunInput({ run: { contextData }, onChange }: RunInputProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.run.input.${key}`)
  if (!contextData) return null
  const { event, data, dataHidden } = contextData
  const given = { ...(event && { event }), ...(data !== null && { data }) }
  const hasInput = Object.keys(given).length > 0
  if (!hasInput && !dataHidden) return null
  return (
    <Section title={text('title')}>
      {dataHidden && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {text('hidden')}
        </Typography>
      )}
      {hasInput && <CodeBlock label={text('data')} data={given} />}
      {onChange && (
        <Button size="small" variant="outlined" onClick={onChange} sx={{ mt: 1.5 }}>
          {text('change')}
        </Button>
      )}
    </Section>
  )
}
