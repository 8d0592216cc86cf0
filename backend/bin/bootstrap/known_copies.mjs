/** A copy of a library below this version is reported. */
export const vulnerable = [
  {
    name: 'lodash',
    below: '4.17.21',
    why: 'merge, set and zipObjectDeep follow data to prototypes',
  },
  { name: 'lodash.merge', below: '4.6.2', why: 'follows data to prototypes' },
  { name: 'lodash.template', below: '4.5.1', why: 'runs code from its options' },
  { name: 'underscore', below: '1.12.1', why: 'template runs code from its options' },
  { name: 'jquery', below: '3.5.0', why: 'runs scripts in HTML passed as text' },
  { name: 'handlebars', below: '4.7.7', why: 'templates reach prototypes and run code' },
  { name: 'minimist', below: '1.2.6', why: 'follows arguments to prototypes' },
  { name: 'qs', below: '6.10.3', why: 'follows query strings to prototypes' },
  { name: 'ajv', below: '6.12.3', why: 'a schema runs code' },
  { name: 'moment', below: '2.29.4', why: 'a date can block the process' },
  { name: 'marked', below: '4.0.10', why: 'a text can block the process' },
  { name: 'dompurify', below: '3.2.4', why: 'lets scripts through' },
  { name: 'axios', below: '1.8.2', why: 'sends credentials to other hosts' },
  { name: 'ws', below: '8.17.1', why: 'a request with many headers ends the process' },
  { name: 'tar', below: '6.2.1', why: 'an archive can fill memory and leave its folder' },
]

/** Copies that are harmless here. An entry without its copy also fails the check. */
export const accepted = [
  {
    name: 'lodash',
    version: '4.17.5',
    inside: '@poppinss/utils',
    why: 'replaced at start by the lodash we install (kernel/hardening/bundled_lodash.ts, prototypes.spec.ts)',
  },
]
