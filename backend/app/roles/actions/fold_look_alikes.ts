/**
 * Letters of other alphabets and Latin letters of other forms that most typefaces draw like plain Latin letters, in
 * lower case (from the confusables of Unicode's UTS 39).
 */
const drawnLike: Record<string, string> = {
  a: 'аαɑᴀꭺ',
  b: 'вβʙꮟᏼ',
  c: 'сᴄꮯϲ',
  d: 'ԁᴅꭰꮷ',
  e: 'еεᴇꭼ',
  f: 'ꜰϝ',
  g: 'ɡɢցꮐ',
  h: 'нηһʜհꮋ',
  i: 'іιıɪꭵ',
  j: 'јᴊյꭻ',
  k: 'кκᴋꮶ',
  l: 'ӏʟꮮ',
  m: 'мμᴍꮇ',
  n: 'νɴողп',
  o: 'оοᴏօ',
  p: 'рρᴘꮲ',
  q: 'ԛգ',
  r: 'гʀꭱ',
  s: 'ѕꜱꮪ',
  t: 'тτᴛꭲ',
  u: 'υᴜս',
  v: 'ѵᴠꮩ',
  w: 'ԝᴡꮃω',
  x: 'хχ',
  y: 'уγʏү',
  z: 'ζᴢꮓ',
}

const lookAlikes = new Map(
  Object.entries(drawnLike).flatMap(([latin, others]) =>
    [...others].map((letter) => [letter, latin] as const)
  )
)

/** Combining marks, and characters that are drawn as nothing or as a blank. */
const unseen = /\p{Mark}|\p{Default_Ignorable_Code_Point}|\u2800/gu

/** A name reduced to its looks: names with the same result cannot be distinguished. */
export const foldLookAlikes = (name: string): string =>
  [...name.normalize('NFKD').replace(unseen, '').toLowerCase()]
    .map((letter) => lookAlikes.get(letter) ?? letter)
    .join('')
    .replace(/\s+/gu, ' ')
    .trim()
