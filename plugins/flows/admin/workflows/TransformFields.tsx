import type { ExpressionPreview } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import {
  CodeBlock,
  errorText,
  mono,
  parseJson,
  useApi,
  usePermissions,
  type KindFormProps,
} from '@crossdock/admin/kit'
import { useMutation } from '@tanstack/react-query'
import { required, useTranslate } from 'ra-core'
import { useState } from 'react'
import { NumberInput, TextInput } from 'react-admin'
import { useFormContext } from 'react-hook-form'

const sampleOf = '{\n  "file": { "name": "order.csv" },\n  "steps": {}\n}'

/** The expression of a step, and its result for a sample. */
export default function TransformFields({ source }: KindFormProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.transform.${key}`)
  return (
    <>
      <TextInput
        source={`${source}.expression`}
        label={text('expression')}
        helperText={text('expressionHint')}
        validate={required()}
        multiline
        minRows={3}
        sx={{ '& textarea': { fontFamily: mono } }}
      />
      <NumberInput
        source={`${source}.deadlineMs`}
        label={text('deadline')}
        placeholder="500"
        min={10}
        max={5_000}
      />
      {usePermissions().can('flows.write') && <TryOut source={source} />}
    </>
  )
}

function TryOut({ source }: { source: string }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`flows.transform.${key}`)
  const api = useApi()
  const { getValues } = useFormContext()
  const [sample, setSample] = useState(sampleOf)
  const preview = useMutation({
    mutationFn: () => {
      const { expression, deadlineMs } = getValues(source) as {
        expression?: string
        deadlineMs?: number | null
      }
      return api.action<ExpressionPreview>({
        path: 'flows/expressions/preview',
        body: {
          expression: expression ?? '',
          sample: parseJson(sample),
          ...(deadlineMs ? { deadlineMs } : {}),
        },
      })
    },
  })
  const { data, error } = preview
  const failed = data?.error ?? (error && messageOf(error))
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1.5, minWidth: 0 }}>
      <TextField
        label={text('sample')}
        helperText={text('sampleHint')}
        value={sample}
        onChange={(event) => setSample(event.target.value)}
        multiline
        minRows={3}
        maxRows={12}
        sx={{ '& textarea': { fontFamily: mono } }}
      />
      <Box>
        <Button
          variant="outlined"
          size="small"
          disabled={preview.isPending}
          onClick={() => preview.mutate()}
        >
          {text('try')}
        </Button>
      </Box>
      <Box role="status">
        {failed && <Alert severity="error">{failed}</Alert>}
        {data && !data.error && <CodeBlock label={text('result')} data={data.result} />}
      </Box>
    </Box>
  )

  function messageOf(problem: Error): string {
    return problem instanceof SyntaxError ? text('noJson') : errorText(problem, translate)
  }
}
