import type { ImportOperation } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { CodeBlock, Fact, Facts, mono, Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { MethodBadge } from '../pieces/MethodBadge.js'

interface OperationInspectorProps {
  operation: ImportOperation
  onBodyType: (type: string) => void
}

/** Shows the endpoint that an operation becomes, and selects its body type. */
export function OperationInspector({ operation, onBodyType }: OperationInspectorProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.imports.inspector.${key}`)
  const { method, name, path, findings, bodyTypes, parameters, requestSchema } = operation
  const { expectedStatus = [] } = operation.responseSchema as { expectedStatus?: number[] }
  const namesOf = (required: boolean) =>
    parameters
      .filter((one) => one.required === required)
      .map((one) => one.name)
      .slice(0, 30)
      .join(', ')
  const facts: [string, string][] = [
    [text('required'), namesOf(true)],
    [text('optional'), namesOf(false)],
    [text('expected'), expectedStatus.join(', ')],
  ]
  return (
    <Section>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1 }}>
        <MethodBadge method={method} />
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {name}
        </Typography>
      </Box>
      <Typography
        sx={{ fontFamily: mono, fontSize: '0.8125rem', overflowWrap: 'anywhere', mb: 1.5 }}
      >
        {path}
      </Typography>
      {findings.map(({ code, level, message }) => (
        <Alert
          key={code}
          severity={level === 'blocked' ? 'error' : level === 'look' ? 'warning' : 'info'}
          sx={{ mb: 1 }}
        >
          {message}
        </Alert>
      ))}
      {bodyTypes.length > 1 && (
        <TextField
          select
          fullWidth
          label={text('bodyType')}
          value={bodyTypes[0]}
          onChange={(event) => onBodyType(event.target.value)}
          sx={{ my: 1 }}
        >
          {bodyTypes.map((type) => (
            <MenuItem key={type} value={type}>
              {type}
            </MenuItem>
          ))}
        </TextField>
      )}
      <Facts>
        {facts
          .filter(([, value]) => value !== '')
          .map(([label, value]) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
      </Facts>
      {requestSchema.body !== undefined && (
        <Box sx={{ mt: 1.5 }}>
          <Typography variant="body2" component="h3" id="import-body" sx={{ mb: 0.75 }}>
            {text('body')}
          </Typography>
          <CodeBlock labelledBy="import-body" data={requestSchema.body} />
        </Box>
      )}
    </Section>
  )
}
