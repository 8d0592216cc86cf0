import type { Execution } from '@crossdock/client'
import Typography from '@mui/material/Typography'
import { CodeBlock } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { Folded } from '../pieces/Folded.js'

/** The input of the run, collapsed. */
export function RunInput({ run: { contextData } }: { run: Execution }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.run.input.${key}`)
  if (!contextData) return null
  const { dataHidden, ...input } = contextData
  return (
    <Folded title={text('title')} isSet={false}>
      {dataHidden && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
          {text('hidden')}
        </Typography>
      )}
      <CodeBlock label={text('title')} data={input} />
    </Folded>
  )
}
