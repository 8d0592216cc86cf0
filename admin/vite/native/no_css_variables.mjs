const refuse = () => {
  throw new Error(
    'The console is built without MUI themes of CSS variables: leave "cssVariables" and "colorSchemes" ' +
      'out of the theme, or take the rule about them out of admin/vite/remove_unused_code.ts.'
  )
}

export default refuse
export const CssVarsProvider = refuse
