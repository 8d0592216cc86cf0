import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { CodeBlock, Icon, useCopy } from '@crossdock/admin/kit'
import { Check, Copy, Download } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRef } from 'react'

interface RecoveryCodeListProps {
  codes: readonly string[]
  /** Called when the codes were copied or saved. */
  onKept?: () => void
}

/** Recovery codes with buttons to copy or save them. Where the browser refuses to copy, people select them. */
export function RecoveryCodeList({ codes, onKept }: RecoveryCodeListProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`security.second.${key}`)
  const all = codes.join('\n')
  const { copy, state } = useCopy(all, useRef(null))
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }} onCopy={onKept}>
      <CodeBlock label={text('made')} data={all} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {state !== 'refused' && (
          <Button
            variant="outlined"
            startIcon={<Icon icon={state === 'copied' ? Check : Copy} />}
            onClick={() => void copy.toClipboard().then((done) => done && onKept?.())}
          >
            {text(state === 'copied' ? 'copied' : 'copy')}
          </Button>
        )}
        <Button
          variant="outlined"
          component="a"
          startIcon={<Icon icon={Download} />}
          download="crossdock-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${all}\n`)}`}
          onClick={onKept}
        >
          {text('download')}
        </Button>
      </Box>
    </Box>
  )
}
