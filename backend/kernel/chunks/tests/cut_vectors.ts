/** Test vectors of `docs/chunking.md` for other implementations; the inputs are in cut_inputs.ts. */
export default [
  {
    name: 'nothing',
    length: 0,
    sizes: [],
    contentId: '7ea5dcda3eef1dd11b88d15a9754a89de563d7adfefdbbfc4cdfdc15ee9466c5',
  },
  {
    name: 'one byte',
    length: 1,
    sizes: [1],
    contentId: '4390ef4dba610cf466bcfeb848e3877182fc7733a862c22f1997a37972630702',
  },
  {
    name: 'random',
    length: 12582912,
    sizes: [
      1013007, 541235, 998262, 1229407, 653966, 970473, 2300604, 673224, 770545, 849471, 972223,
      732564, 877931,
    ],
    contentId: 'eb84db11e1b93e8736724ecb479c784147d3e01a9a5a6683b136e3294d7f8472',
  },
  {
    name: 'zeros',
    length: 9437184,
    sizes: [4194304, 4194304, 1048576],
    contentId: '2eaf4c8cd1d0f49c1660b9279423e5309083e0668f57ab3758d9e39f0859d677',
  },
  {
    name: 'zeros between random',
    length: 12582912,
    sizes: [1312070, 651735, 1082347, 4194304, 2234457, 604516, 1384554, 1118929],
    contentId: '5217cf0c46821de079b44cc84a11b6da495e5de5830a7c254da99837ad0d264b',
  },
  {
    name: 'the same 300,000 bytes 40 times',
    length: 12000000,
    sizes: [
      580276, 600000, 600000, 600000, 600000, 600000, 600000, 600000, 600000, 600000, 600000,
      600000, 600000, 600000, 600000, 600000, 600000, 600000, 600000, 619724,
    ],
    contentId: 'fa5c5b7ed82a9dd79f2f701587c5f0595fee1d26c2fb0c248d0cda2fcc8a47dd',
  },
  {
    name: 'numbers from 1 to 1,500,000',
    length: 10888896,
    sizes: [1209716, 1358596, 639856, 791564, 2115847, 1440689, 1652991, 1679637],
    contentId: '382c1a97cdc475e63547aecee2032bd9d315d510ff57ebd98fd4c6f470a2f8b8',
  },
]
