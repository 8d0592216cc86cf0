import { styled } from '@mui/material/styles'
import { useTranslate } from 'ra-core'
import { capsOf } from './keys.js'

const Cap = styled('kbd')(({ theme }) => ({
  minWidth: 20,
  padding: '1px 5px',
  border: `1px solid ${theme.palette.divider}`,
  borderRadius: 5,
  fontFamily: 'inherit',
  fontSize: '0.75rem',
  lineHeight: '16px',
  textAlign: 'center',
  color: theme.palette.text.secondary,
  backgroundColor: theme.palette.background.default,
}))

const Row = styled('span')({ display: 'inline-flex', gap: 3, flex: 'none' })

/** Keys as labelled on the reader's keyboard. */
export function Keys({ keys }: { keys: string }) {
  const translate = useTranslate()
  return (
    <Row>
      {capsOf(keys).map((cap, at) => (
        <Cap key={at}>{cap.length > 1 ? translate(`palette.caps.${cap}`, { _: cap }) : cap}</Cap>
      ))}
    </Row>
  )
}
