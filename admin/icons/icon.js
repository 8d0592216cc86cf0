import SvgIcon from '@mui/material/SvgIcon'
import { createElement, forwardRef } from 'react'

/** A lucide icon with the properties of a Material one (fontSize, color, sx). Icons are stroked, not filled. */
export const icon = (lucide) =>
  forwardRef(function LineIcon({ sx, ...rest }, ref) {
    const style = [{ fill: 'none' }, ...(Array.isArray(sx) ? sx : [sx])]
    return createElement(SvgIcon, {
      ref,
      component: lucide,
      inheritViewBox: true,
      strokeWidth: 1.75,
      ...rest,
      sx: style,
    })
  })
