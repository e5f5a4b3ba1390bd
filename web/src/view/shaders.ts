// The programs of the view in space. Points are fetched from a texture by their numbers, so that a new frame is one
// upload of points and one of facets, however many facets share a point.

export const textureWidth = 1024;

/** Positions of a point [m, right, up and towards the viewer] and its speed, 0 to 1 of the scale. */
const points = `#version 300 es
precision highp float; precision highp int; precision highp usampler2D;
uniform usampler2D points;
uniform vec3 low, steps;      // from the centre of the picture [m]; of one unit of a position
uniform mat3 turn;            // rows: right, up, towards
uniform vec3 scale;           // metres to the picture's -1 to 1; depth as well
uniform float speedScale;
ivec2 cell(uint i) { return ivec2(int(i) % ${textureWidth}, int(i) / ${textureWidth}); }
uvec4 point(uint i) { return texelFetch(points, cell(i), 0); }
vec3 seen(uvec4 p) { return turn * (low + steps * vec3(p.xyz)); }
vec4 onPicture(vec3 p) { return vec4(p * scale, 1.0); }
`;

/** `cuts`: what lies beyond the plane is left out. Without, a processor knows before it colours a pixel whether it
 *  is hidden. `coarse`: a triangle stands for several facets, one of which is its own, and no lines are drawn. */
export interface FacetKind { cuts: boolean; coarse: boolean }

export const facetVertex = ({ cuts, coarse }: FacetKind) => `${points}
layout(location = 0) in uint corner;
${coarse ? "layout(location = 1) in uint own;" : ""}
uniform usampler2D facets, states;  // body and bits of creases; stress and the normal of the frame
uniform float stressScale;
uniform int field;            // 0: speed, 1: stress, 2: body
uniform vec3 bodies[8];
uniform vec4 cut;             // an axis as seen, and how far along it the plane is
uniform sampler2D colours;
out vec3 across;
out float level, beyond;
flat out vec3 plain;
flat out vec2 bright;         // of the front and of the back
flat out vec3 creases;
void main() {
  ivec2 at = cell(${coarse ? "own" : "uint(gl_VertexID / 3)"});
  uvec4 p = point(corner), facet = texelFetch(facets, at, 0), state = texelFetch(states, at, 0);
  vec3 metres = seen(p), normal = normalize(turn * (vec3(state.gba) - 127.0)), light = normalize(vec3(-0.5, 0.6, 1.0));
  across = vec3(equal(ivec3(gl_VertexID % 3), ivec3(0, 1, 2)));
  level = float(p.w) * speedScale;
  plain = field == 2 ? bodies[facet.r % 8u] : texelFetch(colours, ivec2(int(min(float(state.r) * stressScale, 1.0) * 255.0 + 0.5), 0), 0).rgb;
  // Light from the upper left behind the viewer, as in tactus plot.
  bright = vec2(0.62 + 0.38 * max(0.0, dot(normal, light)), 0.55 * (0.62 + 0.38 * max(0.0, -dot(normal, light))));
  creases = vec3(uvec3(facet.g, facet.g >> 1, facet.g >> 2) & 1u);
  ${cuts ? "beyond = dot(cut.xyz, metres) - cut.w;" : "beyond = 0.0;"}
  gl_Position = onPicture(metres);
}`;

/** Edges where the surface turns, and those of the mesh: drawn at a distance in pixels from them; they fade where
 *  facets are too small for them. */
const lines = `float altitude = 1.0 / max(change.x, max(change.y, change.z)), seen = mesh * clamp((altitude - 3.0) / 6.0, 0.0, 1.0);
  vec3 lines = max(0.9 * creases * clamp(0.75 * lineWidth + 0.5 - pixels, 0.0, 1.0), seen * clamp(0.5 * lineWidth + 0.5 - pixels, 0.0, 1.0));
  // Lines stand out from dark and from light surfaces.
  vec3 edge = dot(lit, vec3(0.3, 0.59, 0.11)) < 0.2 ? 0.4 * lit + 0.6 : vec3(0.1);
  colour = vec4(mix(lit, edge, max(lines.x, max(lines.y, lines.z))), 1.0);`;

export const facetFragment = ({ cuts, coarse }: FacetKind) => `#version 300 es
precision highp float; precision highp int;
in vec3 across;
in float level, beyond;
flat in vec3 plain;
flat in vec2 bright;
flat in vec3 creases;
uniform int field;
uniform float mesh;           // how clearly edges are seen that are no creases
uniform float lineWidth;
uniform sampler2D colours;
out vec4 colour;
void main() {
  ${coarse ? "" : "vec3 change = fwidth(across), pixels = across / max(change, 1e-9);"}
  ${cuts ? "if (beyond > 0.0) discard;" : ""}
  vec3 base = field == 0 ? texelFetch(colours, ivec2(int(clamp(level, 0.0, 1.0) * 255.0 + 0.5), 0), 0).rgb : plain;
  vec3 lit = base * (gl_FrontFacing ? bright.x : bright.y);
  ${coarse ? "colour = vec4(lit, 1.0);" : lines}
}`;

/** The plane of the cut: hatched, as nothing is known of the inside. */
export const capVertex = `#version 300 es
precision highp float;
layout(location = 0) in vec3 corner;
uniform mat3 turn;
uniform vec3 scale;
void main() { gl_Position = vec4(turn * corner * scale, 1.0); }`;

export const capFragment = `#version 300 es
precision highp float;
uniform vec3 paper, ink;
uniform float lineWidth;
out vec4 colour;
void main() {
  float at = abs(fract((gl_FragCoord.x + gl_FragCoord.y) / (9.0 * lineWidth)) - 0.5) * 9.0 * lineWidth;
  colour = vec4(mix(mix(paper, ink, 0.12), ink, 0.35 * (1.0 - smoothstep(0.0, lineWidth, at))), 1.0);
}`;

/** An arrow is nine corners: a shaft of two triangles and a head of one, of a width in pixels. */
export const arrowVertex = `${points}
layout(location = 0) in uint at;
layout(location = 1) in vec3 force;
uniform float unit;           // metres of an arrow for one unit of force
uniform vec2 pixels;          // of half of the picture
uniform float width, tip, halo;  // of the shaft; of the head; what is added all round
void main() {
  vec4 from = onPicture(seen(point(at))), to = from + vec4(turn * force * unit * scale, 0.0);
  vec2 along = (to.xy - from.xy) * pixels;
  float length_ = length(along);
  if (length_ < 1.0) { gl_Position = vec4(2.0, 2.0, 2.0, 1.0); return; }
  vec2 unitAlong = along / length_, side = vec2(-unitAlong.y, unitAlong.x);
  float head = min(tip, 0.6 * length_);
  vec4 neck = mix(to, from, head / length_);
  int k = gl_VertexID % 9;
  vec4 base; vec2 shift;
  if (k < 6) {
    base = k == 0 || k == 1 || k == 3 ? from : neck;
    shift = side * (0.5 * width + halo) * (k == 0 || k == 2 || k == 5 ? 1.0 : -1.0);
  } else {
    base = k == 6 ? to : neck;
    shift = k == 6 ? unitAlong * 2.0 * halo : side * (0.45 * head + 1.5 * halo) * (k == 7 ? 1.0 : -1.0) - unitAlong * halo;
  }
  gl_Position = base + vec4(shift / pixels, 0.0, 0.0);
}`;

export const plainFragment = `#version 300 es
precision highp float;
uniform vec4 plain;
out vec4 colour;
void main() { colour = vec4(plain.rgb * plain.a, plain.a); }`;

/** Particles: discs of one size in pixels. */
export const particleVertex = `${points}
layout(location = 0) in uint at;
layout(location = 1) in float body;
uniform int field;
uniform vec3 bodies[8];
uniform float size;
uniform sampler2D colours;
flat out vec3 plain;
void main() {
  uvec4 p = point(at);
  float level = field == 0 ? clamp(float(p.w) * speedScale, 0.0, 1.0) : 0.0;
  plain = field == 2 ? bodies[int(body) % 8] : texelFetch(colours, ivec2(int(level * 255.0 + 0.5), 0), 0).rgb;
  gl_Position = onPicture(seen(p));
  gl_PointSize = size;
}`;

export const particleFragment = `#version 300 es
precision highp float;
flat in vec3 plain;
uniform vec3 ink;
uniform float size;
out vec4 colour;
void main() {
  float far = length(gl_PointCoord - 0.5) * size;
  if (far > 0.5 * size) discard;
  colour = vec4(mix(plain, ink, smoothstep(0.5 * size - 2.0, 0.5 * size - 1.0, far)), 1.0);
}`;
