var we={ok:0,failed:1,usage:2,missing:3,interrupted:130},C=class extends Error{exitCode=we.failed;parts;constructor(e,r){super(`Cannot ${e.action}: found ${e.current}, wanted ${e.wanted}. Next: ${e.next}`,r),this.name=new.target.name,this.parts=e}},$e=class extends C{},P=class extends C{exitCode=we.usage},J=class extends C{exitCode=we.missing},Qt=class extends C{exitCode=we.missing;place;constructor(e,r,o){let n=e.key!==void 0?`, key ${JSON.stringify(e.key)}`:"",i=e.line!==void 0?`, line ${e.line}`:e.offset!==void 0?`, offset ${e.offset}`:"";super({...r,action:`${r.action??"read"} ${JSON.stringify(e.file)}${n}${i}`},o),this.place=e}},F=class extends C{exitCode=we.missing},z=class extends C{exitCode=we.missing};function V(t){let e=["B","KiB","MiB","GiB","TiB"],r=0,o=t;for(;o>=(r===0?1024:1023.95)&&r<e.length-1;)o/=1024,r++;return`${Number.isInteger(o)?o:o.toFixed(o<10?2:1)} ${e[r]}`}var Zn=`// Directive of kernels whose lanes exchange numbers within a subgroup: the first prelude of their text.
enable subgroups;
`;var co="subgroups",Il={least:4,most:128},es=Zn;async function ts(t,e,r){let o=t.features.has(co),n=[...r.requiredFeatures,co];if(o)return await t.requestDevice({...r,requiredFeatures:n});if(e==="native")try{return await t.requestDevice({...r,requiredFeatures:n})}catch{}return await t.requestDevice(r)}function rs({features:t,adapterInfo:e}){if(!t.has(co))return;let{subgroupMinSize:r,subgroupMaxSize:o}=e;return r>0&&o>=r?{least:r,most:o}:Il}function os({least:t,most:e}){return t===e?`${t}`:`${t} to ${e}`}function ns(t,e){return e==="native"?t.replace(/^enable subgroups;/m,""):t}var uo=class extends z{source;fault;constructor({label:e,source:r},{fault:o,reason:n}){let i=o&&JSON.stringify(r.split(`
`)[o.line-1]?.trim()??"");super({action:`compile "${e}"`,current:o?`line ${o.line}, column ${o.column}: ${o.message} in ${i}`:n,wanted:"WGSL that compiles",next:"correct that line, or say which adapter refuses it"}),this.source=r,this.fault=o}};function Ne(t,e){let r=Object.entries(e.constants??{}).sort(([i],[s])=>i<s?-1:1),o=JSON.stringify([e.entry??"main",r,e.source]),n=t.pipelines.get(o);return n||(n=Pl(t,e),t.pipelines.set(o,n),n.catch(()=>t.pipelines.delete(o))),n}async function Pl({gpu:t,webgpu:e},r){let{label:o,source:n,entry:i="main",constants:s={}}=r;t.pushErrorScope("validation");let a=t.createShaderModule({label:o,code:ns(n,e)}),{messages:c}=await a.getCompilationInfo(),u=c.some(d=>d.type==="error")?void 0:t.createComputePipeline({label:o,layout:"auto",compute:{module:a,entryPoint:i,constants:s}}),l=await t.popErrorScope();if(u&&!l)return u;let f=c.find(d=>d.type==="error");throw new uo(r,{fault:f&&{line:f.lineNum,column:f.linePos,message:ss(f.message)},reason:ss(l?.message??"no reason given")})}function ss(t){return t.split(`
`).map(e=>e.trim()).filter(e=>e!==""&&!/^([│┌=]|\d+ │)/.test(e)).join(" ").replace(/^Shader '[^']*' parsing error: /,"")}var is=`// copy: output[i] = input[i];  load: the sum of input;  multiplyAdd: a known number of them;  fill: output[i] = noise.
// The device's own limits, for the share that a kernel reaches. copy and load: an invocation strides over the vectors
// of the whole array, neighbours taking neighbours, so that every load is coalesced. multiplyAdd: eight independent
// chains of vectors in each invocation, enough to fill the arithmetic pipelines of every GPU.
// Needs: input and output of equal length.  Shapes: both [n] vectors; load and multiplyAdd write a vector an invocation.
override ITERATIONS: u32 = 64u;
@group(0) @binding(0) var<storage, read_write> output: array<vec4f>;
@group(0) @binding(1) var<storage, read> input: array<vec4f>;

fn index(group: vec3u, groups: vec3u, local: u32) -> u32 {
  return (group.y * groups.x + group.x) * 256u + local;
}

// Compressible memory is faster than memory: Knuth's multiplicative hash leaves nothing to compress.
@compute @workgroup_size(256)
fn fill(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
  let step = groups.x * groups.y * 256u;
  for (var i = index(group, groups, local); i < arrayLength(&output); i += step) {
    let bits = (vec4u(4u * i) + vec4u(1u, 2u, 3u, 4u)) * 2654435769u;
    output[i] = vec4f(bits >> vec4u(8u)) * 0x1p-24;
  }
}

@compute @workgroup_size(256)
fn copy(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
  let step = groups.x * groups.y * 256u;
  for (var i = index(group, groups, local); i < arrayLength(&input); i += step) {
    output[i] = input[i];
  }
}

@compute @workgroup_size(256)
fn load(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
  let step = groups.x * groups.y * 256u;
  let first = index(group, groups, local);
  let length = arrayLength(&input);
  var a = vec4f(0.0);
  var b = vec4f(0.0);
  var c = vec4f(0.0);
  var d = vec4f(0.0);
  var i = first;
  for (; i + 3u * step < length; i += 4u * step) {
    a += input[i];
    b += input[i + step];
    c += input[i + 2u * step];
    d += input[i + 3u * step];
  }
  for (; i < length; i += step) { a += input[i]; }
  if (first < arrayLength(&output)) { output[first] = (a + b) + (c + d); }
}

@compute @workgroup_size(256)
fn multiplyAdd(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
  let i = index(group, groups, local);
  let seed = vec4f(f32(i & 1023u)) * 0.001;
  let m = vec4f(0.999);
  let n = vec4f(0.001);
  var a = seed;
  var b = seed + 0.1;
  var c = seed + 0.2;
  var d = seed + 0.3;
  var e = seed + 0.4;
  var f = seed + 0.5;
  var g = seed + 0.6;
  var h = seed + 0.7;
  for (var k = 0u; k < ITERATIONS; k++) {
    a = fma(a, m, n); b = fma(b, m, n); c = fma(c, m, n); d = fma(d, m, n);
    e = fma(e, m, n); f = fma(f, m, n); g = fma(g, m, n); h = fma(h, m, n);
    a = fma(a, m, n); b = fma(b, m, n); c = fma(c, m, n); d = fma(d, m, n);
    e = fma(e, m, n); f = fma(f, m, n); g = fma(g, m, n); h = fma(h, m, n);
  }
  if (i < arrayLength(&output)) { output[i] = ((a + b) + (c + d)) + ((e + f) + (g + h)); }
}
`;function er(t,e){let r=Math.max(1,Math.ceil(t/e));return[Math.ceil(t/r),r,1]}var Zt=class{#e;#t;#r;#n;#s;#o;#i;#c=0;#u;#l=!1;constructor(e,r){this.#e=e,this.#t=r,this.#r=r/256}dispatch(e,r,[o,n,i],s=this.#r){let a=Math.max(s,this.#t/4096);this.#c>0&&this.#c+a>this.#t&&this.flush(),this.#c+=a;let c=this.#s??=this.#d();e!==this.#o&&c.setPipeline(this.#o=e),r!==this.#i&&c.setBindGroup(0,this.#i=r),c.dispatchWorkgroups(o,n,i)}encode(e){this.#u&&this.#n===void 0&&this.#a(),this.#f(),e(this.#n??=this.#e.createCommandEncoder()),this.#l=!0}flush(){if(this.#n===void 0)return!1;this.#u&&this.#l&&this.#a(),this.#f();let e=this.#n.finish();return this.#n=void 0,this.#l=!1,this.#c=0,this.#e.queue.submit([e]),this.#u?.submitted(),!0}submit(e,r){this.flush(),this.#u=r;try{e(),this.flush()}finally{this.#u=void 0}}#a(){this.#s??=this.#d(),this.#f()}#d(){return this.#l=!1,this.#n??=this.#e.createCommandEncoder(),this.#n.beginComputePass(this.#u?{timestampWrites:this.#u.pass()}:{})}#f(){this.#s?.end(),this.#s=this.#o=this.#i=void 0}};var Ul=512*2**20,$l=16*2**20,Cl=256,Gl=8192,Bl=64,Dl=64,Wl=5,Fl=2,zl={"gpu-timestamp":10,"wall-slope":200,wall:20},as=512;async function cs(t){let e=t.adapterKind==="software",r=t.limits.memoryBytes-t.ledger.live,o=Math.min(e?$l:Ul,t.limits.bindingBytes,Math.floor(r/3)),n=Math.max(4*2**20,o-o%16);return await t.guard("measure the adapter's limits",async()=>{let i=t.allocate("roofline source",n),s=t.allocate("roofline target",n);try{let{copy:a,load:c,multiplyAdd:u}=await ql(t,i,s),l=e?Fl:Wl;return{copyGBs:2*n/(await lo(t,a,l)*1e6),readGBs:n/(await lo(t,c,l)*1e6),gflops:2*u.work/(await lo(t,u.run,l)*1e6),bytes:n}}finally{t.free(i),t.free(s)}})}async function ql(t,e,r){let o=t.adapterKind==="software",n=o?Bl:Gl,i=er(n,t.limits.workgroupsPerAxis),s=o?16:512,a=n*Cl*s*Dl,c=async(l,f,d)=>{let m=l==="multiplyAdd"?{ITERATIONS:s}:{},h=await Ne(t,{label:`roofline ${l}`,source:is,entry:l,constants:m}),p=t.bindGroup(h,f);return()=>t.dispatch(h,p,i,d)},u=e.bytes/4;return(await c("fill",[e],u))(),{copy:await c("copy",[r,e],u),load:await c("load",[r,e],u),multiplyAdd:{run:await c("multiplyAdd",[r],a),work:a}}}async function lo(t,e,r){let o=1,n=await t.time(e,o);for(;n<zl[t.timer]&&o<as;)o=Math.min(as,o*4),n=await t.time(e,o);let i=n/o;for(let s=1;s<r;s++)i=Math.min(i,await t.time(e,o)/o);return i}function B(t){return t.rowPtr[t.rows]}function us(t,e){return t.rowPtr[e+1]-t.rowPtr[e]}function fo(t){let{rows:e,cols:r,rowPtr:o,colIdx:n,values:i}=t,s=(a,c)=>{throw new C({action:"use a CSR matrix",current:a,wanted:c,next:"build the matrix with csrFromEdges, which keeps these rules"})};o.length!==e+1&&s(`${o.length} row offsets`,`${e+1}`),o[0]!==0&&s(`first row offset ${o[0]}`,"0"),o[e]!==n.length&&s(`last row offset ${o[e]}`,`${n.length} entries`),i&&i.length!==n.length&&s(`${i.length} values`,`${n.length}`);for(let a=0;a<e;a++){let c=o[a],u=o[a+1];c>u&&s(`row ${a} from ${c} to ${u}`,"ascending row offsets");let l=-1;for(let f=c,d=Math.min(u,n.length);f<d;f++){let m=n[f];m>=r&&s(`column ${m} in row ${a}`,`columns below ${r}`),m<=l&&s(`column ${m} after ${l} in row ${a}`,"strictly ascending columns"),l=m}}return t}function ht(t){let{rows:e,cols:r,rowPtr:o,colIdx:n,values:i}=t,s=B(t),a=new Uint32Array(r+1);for(let f=0;f<s;f++)a[n[f]+1]++;for(let f=0;f<r;f++)a[f+1]+=a[f];let c=a.slice(0,r),u=new Uint32Array(s);if(!i){for(let f=0;f<e;f++)for(let d=o[f],m=o[f+1];d<m;d++)u[c[n[d]]++]=f;return{rows:r,cols:e,rowPtr:a,colIdx:u}}let l=new Float32Array(s);for(let f=0;f<e;f++)for(let d=o[f],m=o[f+1];d<m;d++){let h=c[n[d]]++;u[h]=f,l[h]=i[d]}return{rows:r,cols:e,rowPtr:a,colIdx:u,values:l}}var Q=32,tr=Q*Q,gt=[.001,.002,.005,.01,.02,.05,.1,.2,.5,1];function Hl(t){let{rows:e,cols:r,rowPtr:o,colIdx:n}=t,i=Math.ceil(e/Q),s=Math.ceil(r/Q),a=new Uint32Array(i+1),c=new Uint32Array(s),u=new Uint32Array(Math.max(i,16)),l=0;for(let p=0;p<i;p++){let g=o[Math.min(e,(p+1)*Q)];for(let w=o[p*Q];w<g;w++){let y=n[w]>>>5;if(c[y]!==p+1){if(c[y]=p+1,l===u.length){let b=new Uint32Array(Math.min(2*l,o[e]));b.set(u),u=b}u[l++]=y}}a[p+1]=l}let f={rows:i,cols:s,rowPtr:a,colIdx:u.subarray(0,l)},{colIdx:d}=ht(ht(f)),m=new Uint32Array(l+1),h=c;for(let p=0;p<i;p++){for(let w=a[p];w<a[p+1];w++)h[d[w]]=w;let g=o[Math.min(e,(p+1)*Q)];for(let w=o[p*Q];w<g;w++)m[h[n[w]>>>5]+1]++}for(let p=0;p<l;p++)m[p+1]+=m[p];return{tileRows:i,tileCols:s,tilePtr:a,tileCol:d,entryPtr:m}}function ls(t){let{rows:e,rowPtr:r,colIdx:o,values:n}=t,i=Hl(t),{tileRows:s,tileCols:a,tilePtr:c,tileCol:u,entryPtr:l}=i,f=r[e],d=new Uint8Array(f),m=new Uint8Array(f),h=new Float32Array(f),p=new Uint32Array(a);for(let g=0;g<s;g++){for(let b=c[g];b<c[g+1];b++)p[u[b]]=l[b];let w=g*Q,y=Math.min(e,w+Q);for(let b=w;b<y;b++)for(let x=r[b];x<r[b+1];x++){let O=o[x],M=p[O>>>5]++;d[M]=b-w,m[M]=O&Q-1,h[M]=n?n[x]:1}}return{...i,entryRow:d,entryCol:m,values:h}}function Kl(t){if(!(t>=0&&t<=1))throw new P({action:"tell dense tiles from sparse ones",current:`the density threshold ${t}`,wanted:"a fraction from 0 to 1",next:"write 5 % as 0.05"})}function fs({entryPtr:t},e){Kl(e);let r=new Uint8Array(t.length-1);for(let o=0;o<r.length;o++)t[o+1]-t[o]>e*tr&&(r[o]=1);return r}function ds({rows:t,cols:e,rowPtr:r,colIdx:o}){let n=new Uint8Array(tr+1);for(let l=1;l<=tr;l++)for(;l>gt[n[l]]*tr;)n[l]++;let i=new Float64Array(gt.length),s=new Float64Array(gt.length),a=Math.ceil(e/Q),c=new Uint16Array(a),u=new Uint32Array(a);for(let l=0;l<t;l+=Q){let f=r[Math.min(t,l+Q)],d=0;for(let m=r[l];m<f;m++){let h=o[m]>>>5;c[h]++===0&&(u[d++]=h)}for(let m=0;m<d;m++){let h=c[u[m]],p=n[h];c[u[m]]=0,i[p]++,s[p]+=h}}return gt.map((l,f)=>({over:f===0?0:gt[f-1],upTo:l,tiles:i[f],nnz:s[f]}))}function ms(t){return t===0?-0:t}var jl={paper:"own",section:""},Yl={workgroupBytes:0,workgroupInvocations:1,storageBindings:0};function q(t,{id:e,origin:r=jl,mapping:o,features:n},i){let s=typeof o=="string"?o:o[t];if(s===void 0)throw new P({action:`define kernel "${e}@${t}"`,current:"no mapping for this backend",wanted:"one sentence that says how work is assigned",next:`add "${t}" to the mapping in the kernel's kernel.ts`});let{source:a,...c}=i,u=typeof a=="string"?a:void 0;return{parameters:{},needs:()=>Yl,...c,id:e,backend:t,origin:r,mapping:s,...n&&{features:n},get source(){return u??=a()}}}function Ce(t){return`${t.id}@${t.backend}`}function mo(t,e={}){let r=Object.keys(t.parameters);for(let n of Object.keys(e))if(!r.includes(n))throw new P({action:`set parameter "${n}" of kernel "${t.id}"`,current:"no such parameter",wanted:r.length>0?`one of ${r.join(", ")}`:"none: it has no parameters",next:`run "describe ${t.id}" for their meaning`});let o={};for(let[n,{default:i,range:s,continuous:a}]of Object.entries(t.parameters)){let c=e[n]??i,[u,l]=s;if(!(c>=u&&c<=l&&(a||Number.isInteger(c))))throw new P({action:`set parameter "${n}" of kernel "${t.id}"`,current:`${c}`,wanted:`a ${a?"":"whole "}number from ${u} to ${l}`,next:`leave it out for its default ${i}`});o[n]=c}return o}function Vl(t,e){let r=[["bytes of workgroup memory",t.workgroupBytes,e.workgroupBytes],["invocations a workgroup",t.workgroupInvocations,e.workgroupInvocations],["storage bindings",t.storageBindings,e.storageBindings]];for(let[o,n,i]of r)if(n>i)return`needs ${n} ${o}, the device has ${i}`;if(t.subgroups&&e.subgroups===void 0)return"needs subgroups, the device has none"}async function ps(t,e,r,o,n={},i){let s=i===void 0?Ce(t):`${i}/${Ce(t)}`,a=t.tunedBy,c=e.tuning&&a?e.tuning.launch(a(r)):{},u=mo({id:s,parameters:t.parameters},{...c,...n}),f=t.backend===e.backend||t.backend==="wasm"&&e.backend==="x86"?Vl(t.needs(u,o),e.limits):`the device is ${e.backend}`;if(f!==void 0)throw new J({action:`prepare kernel "${s}"`,current:f,wanted:`a ${t.backend} device that meets its needs`,next:'see "doctor" for what this machine can run'});let d=t.prepare;return await e.guard(`prepare kernel "${s}"`,()=>d(e,r,u))}var po=class{#e=[];take(e){let r=this.#e.findIndex(n=>n.length>=e);return(r<0?new Float32Array(e):this.#e.splice(r,1)[0]).subarray(0,e)}giveBack({buffer:e}){this.#e.push(new Float32Array(e)),this.#e.sort((r,o)=>r.length-o.length);for(let r=this.#t();r>67108864;r=this.#t())this.#e.shift()}#t(){return this.#e.reduce((e,{length:r})=>e+r,0)}},Ge=new po;var me={f32:4,bf16:2},Xl=2139095040,Jl=64;function wt({buffer:t,byteOffset:e,length:r}){return new Uint32Array(t,e,r)}function Ql(t){return(t&2147483647)>Xl?t>>>16|Jl:t+32767+(t>>>16&1)>>>16}function ho(t){let e=new Uint16Array(t.length),r=wt(t);for(let o=0;o<r.length;o++)e[o]=Ql(r[o]);return e}function go(t){let e=new Float32Array(t.length),r=wt(e);for(let o=0;o<t.length;o++)r[o]=t[o]<<16;return e}function bt(t,e){let r=e instanceof Float32Array?e:Float32Array.from(e);switch(t){case"f32":return r;case"bf16":return go(ho(r));default:return t}}function be({format:t="f32"}){return t}var Zl=64;function ye(t){return Math.ceil(t/4)*4}function wo(t,e,r,o="f32"){let n=s=>Math.max(1,t)*ye(s)*me[o];if(n(e)<=r)return e;let i=Math.min(Zl,Math.floor(r/n(4))*4);if(i<4)throw new F({action:`store a dense matrix of ${t} x ${e}`,current:`a binding limit of ${V(r)}`,wanted:`at least ${V(n(4))}, for four columns`,next:"use a smaller graph or another adapter"});return i}function bo(t,e,r,o,n="f32"){let i=wo(r,o,t.limits.bindingBytes,n),s=[];try{for(let a=0;a<o;a+=i){let c=Math.min(i,o-a),u=ye(c),l=t.allocate(e,Math.max(16,r*u*me[n]));s.push({firstCol:a,cols:c,stride:u,buffer:l})}}catch(a){for(let{buffer:c}of s)t.free(c);throw a}return{rows:r,cols:o,panels:s,format:n}}function hs(t,e){return t==="f32"?e:new Uint8Array(ho(e).buffer)}function yo(t,e,r){ef(t,e,{first:0,rows:e.rows,data:r})}function ef(t,e,{first:r,rows:o,data:n}){let{cols:i}=e,s=be(e);if(n.length!==o*i)throw tf(e,o,n.length);for(let{firstCol:a,cols:c,stride:u,buffer:l}of e.panels){let f=r*u*me[s];if(c===i&&u===i){let m=n instanceof Float32Array?n:Float32Array.from(n);t.write(l,hs(s,m),f);continue}let d=Ge.take(o*u);for(let m=u;m<=d.length;m+=u)for(let h=m-u+c;h<m;h++)d[h]=0;gs({numbers:n,stride:i,first:a},{numbers:d,stride:u,first:0},o,c),t.write(l,hs(s,d),f),Ge.giveBack(d)}}function tf({cols:t,panels:e},r,o){return new P({action:`write ${r} rows of "${e[0]?.buffer.label??"a matrix"}"`,current:`${o} numbers`,wanted:`${r*t}, ${t} a row`,next:"pass all numbers of the rows, without padding"})}var rf=48;function gs(t,e,r,o){let{numbers:n}=t,i=n instanceof Float64Array,s=i?n:wt(n),a=i?e.numbers:wt(e.numbers);for(let c=0;c<r;c++){let u=t.first+c*t.stride,l=e.first+c*e.stride;if(o>rf)a.set(s.subarray(u,u+o),l);else for(let f=0;f<o;f++)a[l+f]=s[u+f]}}function ws(t,e,r,o,n,i="f32"){let s=bo(t,e,r,o,i);try{yo(t,s,n)}catch(a){throw xt(t,s),a}return s}async function xo(t,e,{buffer:r,stride:o}){let n=be(e),i=e.rows*o,s=me[n]*i,{buffer:a,byteOffset:c}=t.view?.(r,s)??new Uint8Array(await t.read(r,s));return n==="f32"?new Float32Array(a,c,i):go(new Uint16Array(a,c,i))}async function yt(t,e){let{cols:r,panels:o}=e;return o.length===1&&o[0].stride===r?await xo(t,e,o[0]):await So(t,e)}async function So(t,e,r){let{rows:o,cols:n,panels:i}=e,s=be(e)==="f32"&&i.length===1&&i[0].stride===n;if(r===void 0&&s)return new Float32Array(await t.read(i[0].buffer,4*o*n));let a=r??new Float32Array(o*n);for(let c of i){let u=await xo(t,e,c),{firstCol:l,cols:f,stride:d}=c;f===n&&d===n?a.set(u):gs({numbers:u,stride:d,first:0},{numbers:a,stride:n,first:l},o,f)}return a}async function bs(t,e,r){let{rows:o,cols:n}=e,i=bt(be(e),r),s=new Uint32Array(i.buffer,i.byteOffset,i.length);for(let a of e.panels){let{firstCol:c,cols:u,stride:l}=a,f=await xo(t,e,a);if(u===n&&l===n&&of(f,i))continue;let d=new Uint32Array(f.buffer,f.byteOffset,f.length);for(let m=0;m<o;m++){let h=m*l,p=m*n+c;for(let g=0;g<u;g++)if(d[h+g]!==s[p+g])return{row:m,col:c+g,got:f[h+g],wanted:i[p+g]}}}}function of(t,e){if(t.length!==e.length)return!1;let r=t.byteOffset%8===0&&e.byteOffset%8===0,o=r?t.length>>>1:0,n=new BigInt64Array(t.buffer,r?t.byteOffset:0,o),i=new BigInt64Array(e.buffer,r?e.byteOffset:0,o);for(let c=0;c<o;c++)if(n[c]!==i[c])return!1;let s=new Uint32Array(t.buffer,t.byteOffset,t.length),a=new Uint32Array(e.buffer,e.byteOffset,e.length);for(let c=2*o;c<t.length;c++)if(s[c]!==a[c])return!1;return!0}var ys=1<<18,nf=2143322048,sf=new Uint32Array(ys).fill(nf);function xs(t,e){for(let{buffer:r}of e.panels){let o=r.bytes/4;for(let n=0;n<o;n+=ys)t.write(r,sf.subarray(0,o-n),4*n)}}function xt(t,e){for(let{buffer:r}of e.panels)t.free(r)}function Ss(t,e){let r=new Set([0,t]);for(let{matrix:n,per:i=1,shift:s=0}of e)for(let{firstCol:a}of n.panels){let c=(a-s)*i;c>0&&c<t&&r.add(c)}let o=[...r].sort((n,i)=>n-i);return o.slice(1).map((n,i)=>{let s=o[i],a=e.map(({matrix:c,per:u=1,shift:l=0})=>{let f=Math.floor(s/u)+l;return c.panels.findLast(({firstCol:d})=>d<=f)});return{begin:s,end:n,panels:a}})}function af({stride:t,firstCol:e},r){return[t,r-e]}function Eo(t,e){let[r,o]=af(t,e);return[r/4,o/4]}function ie(t,e){return Ss(ye(e.cols),[{matrix:t},{matrix:e}]).map(({begin:r,end:o,panels:n})=>{let[i,s]=n,[a,c]=Eo(i,r),[u,l]=Eo(s,r);return{x:i.buffer,y:s.buffer,vectors:(o-r)/4,xStride:a,xOffset:c,yStride:u,yOffset:l}})}function te(t){return t.reduce((e,{vectors:r})=>Math.max(e,r),0)}var rr=4,cf=["f32","i32","u32"],Es=new Map;function Te(t){throw new z({action:"write a uniform",current:t,wanted:"one number for each field of the WGSL struct",next:"name the fields as the struct of var<uniform> does"})}function vs(t,e){let r=new RegExp(`struct\\s+${e}\\s*\\{([^}]*)\\}`).exec(t)?.[1];if(r===void 0)return Te(`the source has no struct "${e}"`);let o=[],n=0;for(let[,i,s]of r.matchAll(/(\w+)\s*:\s*([\w<>]+)\s*(?:,|$)/g)){let a=cf.includes(s),c=a?s:vs(t,s);a||(n=Math.ceil(n/rr)*rr),o.push({name:i,type:c,offset:n}),n+=typeof c=="string"?1:Math.ceil(c.words/rr)*rr}return{fields:o,words:n}}function uf(t){let e=Es.get(t);if(e===void 0){let r=t.replaceAll(/\/\/.*$/gm,""),o=/var<uniform>\s+\w+\s*:\s*(\w+)\s*;/.exec(r)?.[1];e=o===void 0?Te("the source has no var<uniform>"):vs(r,o),Es.set(t,e)}return e}function ks(t,e,{fields:r},o){let n=Object.keys(o).find(i=>r.every(s=>s.name!==i));n!==void 0&&Te(`"${n}" is no field: there are ${r.map(i=>i.name).join(", ")}`);for(let{name:i,type:s,offset:a}of r){let c=o[i],u=(e+a)*4;c===void 0&&Te(`field "${i}" has no value`),typeof s!="string"?(typeof c=="number"&&Te(`field "${i}" is a struct, its value ${c}`),ks(t,e+a,s,c)):typeof c!="number"?Te(`field "${i}" is a number, its value a record`):s==="f32"?t.setFloat32(u,c,!0):(s==="u32"?c===c>>>0:c===(c|0))?t.setUint32(u,c>>>0,!0):Te(`field "${i}" is ${c}, which a ${s} cannot hold`)}}function As(t,e){let r=uf(t),o=new Uint32Array(r.words);return ks(new DataView(o.buffer),0,r,e),o}var xe={meaning:"invocations of a workgroup",default:64,range:[1,256]};function Be(t){return({workgroup:e})=>({workgroupBytes:0,workgroupInvocations:e,storageBindings:t})}async function ne(t,e){let r=[],o=()=>r.splice(0).forEach(c=>t.free(c)),n=c=>(r.push(c),c),i=(c,u)=>n(t.allocate(c,u)),s=(c,u)=>{let l=i(c,u.byteLength);return t.write(l,u),l},a=async({launch:c,buffers:u,groups:l,multiplyAdds:f,...d})=>{let m=await Ne(t,d),h=n(t.uniform("launch",As(d.source,c))),p=t.bindGroup(m,[h,...u]),g=er(l,t.limits.workgroupsPerAxis);return()=>t.dispatch(m,p,g,f)};try{return{...await e({upload:s,reserve:i,dispatch:a}),destroy:o}}catch(c){throw o(),c}}function Ms(t,e){return ne(t,async({dispatch:r,...o})=>{let n=[];for(let i of e(o))n.push(await r(i));return{run:()=>{for(let i of n)i()},facts:{dispatches:n.length}}})}function Os({matrix:t,values:e}){if(e===void 0)return;let{rows:r,cols:o,panels:n}=e;if(r!==1||o!==B(t))throw new P({action:"multiply by a sparse matrix with values on the device",current:`${r} x ${o} values`,wanted:`1 x ${B(t)}, one for each entry`,next:"allocate them for this matrix"});if(n.length>1)throw new F({action:"multiply by a sparse matrix with values on the device",current:`${o} values in ${n.length} panels: one binding does not hold them`,wanted:"values in one piece",next:"leave the values with the matrix, or take a smaller graph"});return n[0]?.buffer}function vo(t,{resident:e}){if(e!==void 0)throw new P({action:`prepare kernel "${t}"`,current:"a matrix that a sampler draws anew on the device before each run",wanted:"one whose entries are known on the host",next:'take the kernel "row-split", or train with host-prepared batches'})}function Se(t,e){vo(t,e);let{values:r}=e;if(r!==void 0)throw new P({action:`prepare kernel "${t}"`,current:"values that change on the device, which it would have to lay out anew before every run",wanted:"values that stay with the matrix",next:'take the kernel "row-split", which reads them where they are'})}function Rs({rows:t,cols:e,format:r="f32"}){return`${t} x ${e}${r==="f32"?"":` in ${r}`}`}function _s(t,e){for(let r of e){let[o,n,i]="matrix"in r?[Rs(r.matrix),Rs(r),r.matrix.rows===r.rows&&r.matrix.cols===r.cols&&be(r.matrix)===(r.format??"f32")]:[`${r.buffer.bytes} bytes`,`${4*r.words} bytes`,r.buffer.bytes>=4*r.words];if(!i)throw new P({action:t,current:`${r.name} of ${o}`,wanted:n,next:"stage the operands from one problem, in the format of the kernel's features"})}}function ae({matrix:t,x:e,y:r},o="f32"){_s(`multiply a sparse matrix of ${t.rows} x ${t.cols}`,[{name:"X",matrix:e,rows:t.cols,cols:r.cols,format:o},{name:"Y",matrix:r,rows:t.rows,cols:r.cols}])}function St({targetOf:t,count:e},r){let o=t[r];return(r===0||t[r-1]!==o)&&(r+1===e||t[r+1]!==o)}function or(t,e){let{count:r,targetOf:o}=t,n=[];for(let i=0;i<r;){let s=[],a=i,c=0;for(;a<r;a++){let u=a-i>=e.items||e.resources.some(({sums:f,limit:d})=>f[a+1]-f[i]>d);if(a>i&&u)break;if(St(t,a))continue;if(c===e.partials)break;let l=o[a];s.at(-4)!==l&&s.push(l,c,c,a>0&&o[a-1]===l?1:0),s[s.length-2]=++c}c>0&&a<r&&s.at(-4)===o[a]&&(s[s.length-1]|=2),n.push({first:i,count:a-i,partials:c,shared:Uint32Array.from(s)}),i=a}return n}var ko=`// y[t * SPAN + i, :] = sum over partial sums p of target t of partial[p * SPAN + i, :]
// Second pass of a split sum. LANES invocations stride over the vectors of four columns, WORKERS share a
// target's partial sums and meet in workgroup memory; a group holds WORKGROUP / (LANES * WORKERS) rows.
// Always the same order: bit-repeatable.
// Needs: a workgroup of whole rows; a target that a chunk before has begun is continued.
// Shapes: shares [targets] of (target, first partial, end, flags), partial [partials * SPAN, columns], y
// panel of vectors.
override WORKGROUP: u32 = 128u;
override LANES: u32 = 16u;
override WORKERS: u32 = 1u;
override SPAN: u32 = 1u;

const CONTINUES = 1u;

struct Launch {
  targets: u32,  // shared targets of this dispatch
  rows: u32,     // of y; the last target may reach past them
  columns: u32,  // all in vectors of four floats
  yStride: u32,
  yOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> shares: array<vec4u>;
@group(0) @binding(2) var<storage, read> partials: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> y: array<vec4f>;

var<workgroup> sums: array<vec4f, WORKGROUP>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let lane = local % LANES;
  let worker = local / LANES % WORKERS;
  let rowsPerGroup = WORKGROUP / (LANES * WORKERS);
  let item = (group.y * groups.x + group.x) * rowsPerGroup + local / (LANES * WORKERS);
  let within = item % SPAN;
  let inside = item / SPAN < launch.targets;
  let share = shares[min(item / SPAN, launch.targets - 1u)];
  let row = share.x * SPAN + within;

  for (var base = 0u; base < launch.columns; base += LANES) {
    let column = base + lane;
    let busy = inside && row < launch.rows && column < launch.columns;
    let to = row * launch.yStride + launch.yOffset + column;
    var sum = vec4f(0.0);
    if (busy) {
      if (worker == 0u && (share.w & CONTINUES) != 0u) { sum = y[to]; }
      var p = share.y + worker;
      for (; p + 3u * WORKERS < share.z; p += 4u * WORKERS) {
        let p0 = partials[(p * SPAN + within) * launch.columns + column];
        let p1 = partials[((p + WORKERS) * SPAN + within) * launch.columns + column];
        let p2 = partials[((p + 2u * WORKERS) * SPAN + within) * launch.columns + column];
        let p3 = partials[((p + 3u * WORKERS) * SPAN + within) * launch.columns + column];
        sum = sum + p0 + p1 + p2 + p3;
      }
      for (; p < share.z; p += WORKERS) {
        sum += partials[(p * SPAN + within) * launch.columns + column];
      }
    }
    if (WORKERS > 1u) {
      sums[local] = sum;
      workgroupBarrier();
      if (worker == 0u) {
        for (var other = 1u; other < WORKERS; other++) { sum += sums[local + other * LANES]; }
      }
      workgroupBarrier();
    }
    if (busy && worker == 0u) { y[to] = sum; }
  }
}
`;var nr=ko,Et=128,Ao=16,ff=16,df=2**28,mf={workgroupBytes:Et*16,workgroupInvocations:Et,storageBindings:3};function De(t){let e=r=>Math.max(t[r],mf[r]);return{...t,workgroupBytes:e("workgroupBytes"),workgroupInvocations:e("workgroupInvocations"),storageBindings:e("storageBindings")}}function We(t,e,r=1){let o=Math.min(t.limits.bindingBytes,df);return Math.max(1,Math.floor(o/(16*r*Math.max(1,e))))}function Fe({reserve:t},e,{vectors:r,span:o=1}){let n=e.reduce((i,{partials:s})=>Math.max(i,s),1);return t("partial sums",Math.max(16,n*o*r*16))}function ze({upload:t},{shared:e}){let r=[],o=[];for(let i=0;i<e.length;i+=4){let s=e[i+2]-e[i+1]<ff?r:o;for(let a=0;a<4;a++)s.push(e[i+a])}return{lists:[[r,1],[o,Et/Ao]].filter(([i])=>i.length>0).map(([i,s])=>{let a=t("shared targets",Uint32Array.from(i)),c=0;for(let u=0;u<i.length;u+=4)c+=i[u+2]-i[u+1];return{buffer:a,targets:i.length/4,partials:c,workers:s}})}}function qe({lists:t},{pair:e,rows:r,span:o=1,partials:n}){return t.map(({buffer:i,targets:s,partials:a,workers:c})=>({label:"partial-sums",source:ko,constants:{WORKGROUP:Et,LANES:Ao,WORKERS:c,SPAN:o},launch:{targets:s,rows:r,columns:e.vectors,yStride:e.yStride,yOffset:e.yOffset},buffers:[i,n,e.y],groups:Math.ceil(s*o*Ao*c/Et),multiplyAdds:a*o*e.vectors*4}))}var Ns={meaning:"share of a tile's 1,024 places, in percent, above which it is treated as dense",default:5,range:[0,100],continuous:!0},sr={id:"block-sparse",origin:{paper:"hetu-gnn",section:"Algorithm 3"},mapping:{wasm:"a thread takes whole tile-rows, so that tiles never race; a dense tile is a packed 32 x 32 matrix times 32 rows of X in register tiles of 4 x 8, a sparse one goes entry by entry (a thread stands for many warps)",x86:"a thread takes whole tile-rows, so that tiles never race; a dense tile is a packed 32 x 32 matrix times 32 rows of X in register tiles of 6 x 16 (14 x 32 with AVX-512), a sparse one goes entry by entry (a thread stands for many warps)",webgpu:"a workgroup takes a tile-row and up to 64 columns; dense tiles go through workgroup memory"}};var pe=32/4,ir=36,ar=6;function pf(t,e,r){let{tileRows:o,tilePtr:n,entryPtr:i,entryRow:s}=t,a=new Uint32Array(e.length),c=[],u=new Uint32Array(pe),l=new Uint32Array(pe);for(let f=0;f<o;f++){c.push(f),u.fill(0);for(let d=n[f];d<n[f+1];d++){if(l.fill(e[d]?32:0),!e[d])for(let p=i[d];p<i[d+1];p++)l[s[p]>>2]++;let m=0,h=0;for(let p=0;p<pe;p++)m=Math.max(m,u[p]+l[p]),h=Math.max(h,u[p]);h>0&&m>r&&(c.push(f),u.fill(0));for(let p=0;p<pe;p++)u[p]+=l[p];a[d]=c.length-1}}return{segmentOf:a,targetOf:Uint32Array.from(c)}}function hf(t,e,r,o){let{entryPtr:n,entryRow:i,entryCol:s,tileCol:a,values:c}=t,u=new Uint32Array(32*o+1);for(let m=0;m<e.length;m++)if(!e[m])for(let h=n[m];h<n[m+1];h++)u[32*r[m]+i[h]+1]++;for(let m=0;m<32*o;m++)u[m+1]+=u[m];let l=u.slice(),f=new Uint32Array(u[32*o]),d=new Float32Array(f.length);for(let m=0;m<e.length;m++)if(!e[m])for(let h=n[m];h<n[m+1];h++){let p=l[32*r[m]+i[h]]++;f[p]=32*a[m]+s[h],d[p]=c[h]}return{entryOf:u,colIdx:f,values:d}}function gf(t,e,r){let{entryPtr:o,entryRow:n,entryCol:i,values:s}=t,a=32*pe,c=new Uint32Array(a),u=new Uint32Array(a),l=b=>pe*i[b]+(n[b]>>2),f=0,d=0;for(let b=0;b<e.length;b++)if(e[b]){d++;for(let x=o[b];x<o[b+1];x++)c[l(x)]!==b+1&&(c[l(x)]=b+1,f++)}let m=new Uint32Array(5*d),h=new Uint32Array(f),p=new Float32Array(4*f),g=r*pe,w=0,y=0;for(let b=0;b<e.length;b++)if(e[b]){c.fill(0);for(let x=o[b];x<o[b+1];x++)c[l(x)]=1;m[5*y]=w;for(let x=0;x<4;x++){let O=Math.min(a,(x+1)*g);for(let M=x*g;M<O;M++)c[M]!==0&&(u[M]=w,h[w++]=M%g);m[5*y+x+1]=w}for(let x=o[b];x<o[b+1];x++)p[4*u[l(x)]+(n[x]&3)]=ms(s[x]);y++}return{sliceOf:m,quadPlace:h,quads:p}}function Ts(t,{threshold:e,slice:r,steps:o}){let n=fs(t,e),{segmentOf:i,targetOf:s}=pf(t,n,o),a=s.length,c=new Uint32Array(a+1);for(let u=0;u<n.length;u++)n[u]&&c[i[u]+1]++;for(let u=0;u<a;u++)c[u+1]+=c[u];return{count:a,targetOf:s,tileOf:c,...hf(t,n,i,a),tileCol:t.tileCol.filter((u,l)=>n[l]===1),...gf(t,n,r),tiles:n.length}}function wf(t){let{count:e,tileOf:r,entryOf:o,sliceOf:n,quadPlace:i}=t,s=new Uint32Array(e+1),a=new Uint32Array(e+1),c=new Float64Array(e+1),u=new Float64Array(e+1);for(let l=0;l<=e;l++)s[l]=r[l]*5<n.length?n[5*r[l]]:i.length,a[l]=o[32*l]+s[l],c[l]=ir*l+ar*r[l],u[l]=o[32*l]+32*32*r[l]+32*l;return{quads:s,indices:a,words:c,work:u}}function Is(t,{reserve:e},{layout:r,vectors:o,weighted:n}){let{targetOf:i,tileOf:s,entryOf:a,colIdx:c,values:u,tileCol:l,sliceOf:f,quadPlace:d}=r,m=0,h=(S,v,k=4)=>{let E=e(S,Math.max(k,v.byteLength));return t.write(E,v),m+=E.bytes,E},{quads:p,indices:g,words:w,work:y}=wf(r),{bindingBytes:b}=t.limits,x=S=>Math.max(1,Math.floor(b/S));return{chunks:or(r,{items:1/0,partials:Math.min(x(16),We(t,o,32)),resources:[{sums:w,limit:x(4)},{sums:g,limit:x(4)},{sums:p,limit:x(16)},{sums:y,limit:Math.max(1,t.dispatchWork/Math.max(1,4*o))}]}).map(S=>{let{first:v,count:k}=S,E=v+k,N=[a[32*v],a[32*E]],T=s[E]-s[v],L=ir*k,A=new Uint32Array(L+ar*T);for(let I=v,U=0,W=0;I<E;I++,U+=ir){A[U]=St(r,I)?(i[I]|2147483648)>>>0:W++,A[U+1]=s[I]-s[v],A[U+2]=s[I+1]-s[v];for(let G=0;G<=32;G++)A[U+3+G]=a[32*I+G]-N[0]}for(let I=s[v],U=L;I<s[E];I++,U+=ar){A[U]=l[I];for(let W=0;W<5;W++)A[U+1+W]=f[5*I+W]-p[v]}let R=new Uint32Array(g[E]-g[v]);R.set(c.subarray(...N)),R.set(d.subarray(p[v],p[E]),N[1]-N[0]);let _=h("indices",R);return{...S,records:h("segments and tiles",A),indices:_,values:n?h("values",u.subarray(...N)):_,quads:h("quads",r.quads.subarray(4*p[v],4*p[E]),16),tileBase:L,quadBase:N[1]-N[0],work:y[E]-y[v]}}),bytes:m}}var Ps=`// isFinite(x), isNan(x), isAbove(x, y)      numbers that are not finite, told by their bits; no entry point.
// WGSL lets an implementation assume that no NaN and no infinity occurs: a comparison with one, max, min, clamp
// and sign may give anything, and \`x != x\` may be dropped. So a kernel that promises anything about them tests
// bits before it compares, and writes NAN_BITS to a buffer of words, since no constant expression may be a NaN.
// Sums and products promise nothing: they give what the adapter's arithmetic makes of their terms.
// Needs: nothing.  Shapes: four numbers at once.

const EXPONENT_BITS = 0x7f800000u;
const NAN_BITS = 0x7fc00000u;

fn isFinite(x: vec4f) -> vec4<bool> {
  return (bitcast<vec4u>(x) & vec4u(EXPONENT_BITS)) != vec4u(EXPONENT_BITS);
}

fn isNan(x: vec4f) -> vec4<bool> {
  return (bitcast<vec4u>(x) & vec4u(0x7fffffffu)) > vec4u(EXPONENT_BITS);
}

// Whether x is above y, where a NaN is above all numbers and no NaN above another.
fn isAbove(x: vec4f, y: vec4f) -> vec4<bool> {
  return !isNan(y) & (isNan(x) | (x > y));
}
`;var Ls=`// y[32 i + r, :] = sum over tiles (i, j) of A of tile[r, :] * x[32 j + ., :]
// Tile-adaptive SpMM (hetu-gnn, Alg. 3). A workgroup takes a segment of a tile-row and LANES vectors of four
// columns; invocation (lane, quad) sums rows 4 quad to 4 quad + 3 in registers. Dense tiles pass through
// workgroup memory in slices of SLICE columns, vectors of four rows; what lies in sparse tiles is read entry
// by entry. A zero of a dense tile times a feature that is not finite is none: sums that are not finite are
// summed once more, by entries alone.
// Prelude: ../../../platform/float_bits.wgsl
// Needs: x padded; quads whose bits are 0 where nothing is stored.
// Shapes: segments and tiles as tile_layout_webgpu.ts writes them, indices and values [entries of the chunk],
// quads [non-zero (column, four rows) of dense tiles], x and y panels of vectors, partials [32 * split
// segments, columns].
override LANES: u32 = 16u;
override SLICE: u32 = 32u;
override WEIGHTED: bool = true;

const TILE = 32u;
const QUADS = 8u;             // vectors of four rows in a tile's column
const ALONE = 0x80000000u;    // of a target: no other segment belongs to this tile-row
const SEGMENT_WORDS = 36u;    // target, first tile, end of tiles, 33 offsets of the rows' sparse entries
const TILE_WORDS = 6u;        // tile column, 5 offsets of the slices' quads

struct Launch {
  segments: u32,
  rows: u32,      // of y
  xRows: u32,     // of x
  tileBase: u32,  // word of records where the tiles begin
  quadBase: u32,  // of indices, where the places of the quads begin
  columns: u32,   // all in vectors of four floats
  xStride: u32,
  xOffset: u32,
  yStride: u32,
  yOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> records: array<u32>;
@group(0) @binding(2) var<storage, read> indices: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;
@group(0) @binding(4) var<storage, read> quads: array<vec4f>;
@group(0) @binding(5) var<storage, read> x: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(7) var<storage, read_write> partials: array<vec4f>;

var<workgroup> slice: array<vec4f, SLICE * QUADS>;

fn term(entry: u32, offset: u32) -> vec4f {
  let source = x[indices[entry] * launch.xStride + offset];
  if (WEIGHTED) { return values[entry] * source; }
  return source;
}

fn sparseSum(at: u32, offset: u32) -> vec4f {
  let begin = records[at];
  let end = records[at + 1u];
  let unrolled = begin + ((end - begin) & ~3u);
  var sum = vec4f(0.0);
  var e = begin;
  for (; e < unrolled; e += 4u) {
    let t0 = term(e, offset);
    let t1 = term(e + 1u, offset);
    let t2 = term(e + 2u, offset);
    let t3 = term(e + 3u, offset);
    sum = sum + t0 + t1 + t2 + t3;
  }
  for (; e < end; e++) { sum += term(e, offset); }
  return sum;
}

// Term of an entry in the sum of its row; nothing where none is stored.
fn entryTerm(weight: f32, source: vec4f) -> vec4f {
  return select(weight * source, vec4f(0.0), bitcast<u32>(weight) == 0u);
}

@compute @workgroup_size(LANES, QUADS)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) local: vec3u,
) {
  let blocks = (launch.columns + LANES - 1u) / LANES;
  let index = group.y * groups.x + group.x;
  if (index / blocks >= launch.segments) { return; }
  let segment = index / blocks * SEGMENT_WORDS;
  let column = index % blocks * LANES + local.x;
  // Lanes past the last column work along, for the barriers' sake, and store nothing.
  let offset = launch.xOffset + min(column, launch.columns - 1u);
  let flat = local.y * LANES + local.x;
  let quad = local.y;

  let entries = segment + 3u + 4u * quad;
  var sum0 = sparseSum(entries, offset);
  var sum1 = sparseSum(entries + 1u, offset);
  var sum2 = sparseSum(entries + 2u, offset);
  var sum3 = sparseSum(entries + 3u, offset);

  let tileEnd = records[segment + 2u];
  for (var tile = records[segment + 1u]; tile < tileEnd; tile++) {
    let record = launch.tileBase + tile * TILE_WORDS;
    for (var part = 0u; part < TILE / SLICE; part++) {
      let firstRow = records[record] * TILE + part * SLICE;
      for (var i = flat; i < SLICE * QUADS; i += LANES * QUADS) { slice[i] = vec4f(0.0); }
      workgroupBarrier();
      let end = records[record + 2u + part];
      for (var q = records[record + 1u + part] + flat; q < end; q += LANES * QUADS) {
        slice[indices[launch.quadBase + q]] = quads[q];
      }
      workgroupBarrier();
      for (var k = 0u; k < SLICE; k += 4u) {
        // Past the last row of x the weights are zero: any row will do.
        let row = firstRow + k;
        let last = launch.xRows - 1u;
        let x0 = x[min(row, last) * launch.xStride + offset];
        let x1 = x[min(row + 1u, last) * launch.xStride + offset];
        let x2 = x[min(row + 2u, last) * launch.xStride + offset];
        let x3 = x[min(row + 3u, last) * launch.xStride + offset];
        let w0 = slice[k * QUADS + quad];
        let w1 = slice[(k + 1u) * QUADS + quad];
        let w2 = slice[(k + 2u) * QUADS + quad];
        let w3 = slice[(k + 3u) * QUADS + quad];
        sum0 += w0.x * x0 + w1.x * x1 + w2.x * x2 + w3.x * x3;
        sum1 += w0.y * x0 + w1.y * x1 + w2.y * x2 + w3.y * x3;
        sum2 += w0.z * x0 + w1.z * x1 + w2.z * x2 + w3.z * x3;
        sum3 += w0.w * x0 + w1.w * x1 + w2.w * x2 + w3.w * x3;
      }
      workgroupBarrier();
    }
  }

  if (column >= launch.columns) { return; }
  if (!all(isFinite(sum0) & isFinite(sum1) & isFinite(sum2) & isFinite(sum3))) {
    sum0 = sparseSum(entries, offset);
    sum1 = sparseSum(entries + 1u, offset);
    sum2 = sparseSum(entries + 2u, offset);
    sum3 = sparseSum(entries + 3u, offset);
    for (var tile = records[segment + 1u]; tile < tileEnd; tile++) {
      let record = launch.tileBase + tile * TILE_WORDS;
      for (var part = 0u; part < TILE / SLICE; part++) {
        let end = records[record + 2u + part];
        for (var q = records[record + 1u + part]; q < end; q++) {
          let at = indices[launch.quadBase + q];
          if (at % QUADS != quad) { continue; }
          let source = x[(records[record] * TILE + part * SLICE + at / QUADS) * launch.xStride + offset];
          sum0 += entryTerm(quads[q].x, source);
          sum1 += entryTerm(quads[q].y, source);
          sum2 += entryTerm(quads[q].z, source);
          sum3 += entryTerm(quads[q].w, source);
        }
      }
    }
  }
  let place = records[segment];
  let sums = array<vec4f, 4>(sum0, sum1, sum2, sum3);
  for (var i = 0u; i < 4u; i++) {
    let within = 4u * quad + i;
    let row = (place & ~ALONE) * TILE + within;
    if ((place & ALONE) == 0u) {
      partials[row * launch.columns + column] = sums[i];
    } else if (row < launch.rows) {
      y[row * launch.yStride + launch.yOffset + column] = sums[i];
    }
  }
}
`;var Us=Ps+Ls,$s=16,xf=2048;function Sf({count:t,tileBase:e,quadBase:r,records:o,indices:n,values:i,quads:s,work:a},{pair:c,partials:u,constants:l,rows:f,xRows:d}){let{vectors:m,xStride:h,xOffset:p,yStride:g,yOffset:w}=c,y=Math.min($s,m);return{label:sr.id,source:Us,constants:{...l,LANES:y},launch:{segments:t,rows:f,xRows:d,tileBase:e,quadBase:r,columns:m,xStride:h,xOffset:p,yStride:g,yOffset:w},buffers:[o,n,i,s,c.x,c.y,u],groups:t*Math.ceil(m/y),multiplyAdds:a*m*4}}function Ef({slice:t}){if(!(t===8||t===16||t===32))throw new P({action:'set parameter "slice" of kernel "block-sparse"',current:`${t}`,wanted:"8, 16 or 32",next:"leave it out for its default 32"})}var Cs=q("webgpu",sr,{source:Us+nr,parameters:{threshold:Ns,slice:{meaning:"columns of a dense tile staged at once: 8, 16 or 32",default:32,range:[8,32]}},needs:({slice:t})=>De({workgroupBytes:32*t*4,workgroupInvocations:$s*pe,storageBindings:7}),prepare(t,e,r){Ef(r),ae(e),Se(sr.id,e);let{matrix:o,x:n,y:i}=e,s=ie(n,i),a=te(s),c=o.values!==void 0,u=Ts(ls(o),{threshold:r.threshold/100,slice:r.slice,steps:Math.max(32,Math.min(xf,Math.floor(t.limits.bindingBytes/128)))}),l={SLICE:r.slice,WEIGHTED:c?1:0};return ne(t,async f=>{let{chunks:d,bytes:m}=Is(t,f,{layout:u,vectors:a,weighted:c}),h=Fe(f,d,{vectors:a,span:32}),p=[];for(let w of d){let y=ze(f,w);for(let b of s){let x=[Sf(w,{pair:b,partials:h,constants:l,rows:o.rows,xRows:o.cols}),...qe(y,{pair:b,rows:o.rows,span:32,partials:h})];for(let O of x)p.push(await f.dispatch(O))}}let g=B(o)-u.colIdx.length;return{run:()=>{for(let w of p)w()},facts:{tiles:u.tiles,dense_tiles:u.tileCol.length,dense_nnz_share:B(o)===0?0:g/B(o),segments:u.count,split_segments:d.reduce((w,y)=>w+y.partials,0),chunks:d.length,dispatches:p.length,bytes:m+h.bytes}}})}});function Gs(t,e){let r=t.length-1,o=[],n=0,i=0;for(;n<r;){let s=n,a=i,c=Math.min(r,n+e.rows),u=i+e.entries;for(;n<c&&t[n+1]<=u;)n++;i=n>s?t[n]:u,o.push({firstRow:s,rows:Math.max(1,n-s),firstEntry:a,entries:i-a,continues:a>t[s]})}return o}function cr(t,e){let r=Math.min(t.limits.bindingBytes/4,t.dispatchWork/Math.max(1,e));return Math.max(1,Math.floor(r))}function Bs(t,e,{share:r,width:o}){let{resident:n}=e;if(n!==void 0)return vf(t,n,o);let{rowPtr:i,colIdx:s,values:a}=e.matrix,c=Os(e),u=Math.floor(t.limits.bindingBytes/4),l={rows:Math.max(1,u-1),entries:Math.max(1,u)},f={rows:1/0,entries:cr(t,o)},d=0,m=Gs(i,l).map(({firstRow:h,rows:p,firstEntry:g,entries:w})=>{let y=p===i.length-1&&w===s.length,b=i.subarray(h,h+p+1),x=y?i:b.map(v=>v-g),O=`rows ${h} + ${p}, entries ${g} + ${w}`,M=(v,k,E=()=>k.subarray(g,g+w))=>r(v,y?{of:k}:{of:k,form:O,make:E}),S=[M("rowPtr",i,()=>x),M("colIdx",s),...a&&!c?[M("values",a)]:[]];for(let v of S)d+=v.bytes;return{firstRow:h,firstEntry:g,rowPtr:S[0],colIdx:S[1],values:c??S[2]??S[1],ranges:Gs(x,f)}});return{weighted:(c??a)!==void 0,chunks:m,bytes:d}}function vf(t,{rows:e,entries:r,rowPtr:o,colIdx:n,values:i},s){let a=Math.max(1,r/Math.max(1,e)),c=Math.max(1,Math.floor(cr(t,s)/a)),u=[];for(let f=0;f<e;f+=c)u.push({firstRow:f,rows:Math.min(c,e-f),firstEntry:0,entries:r,continues:!1});return{weighted:i!==void 0,chunks:[{firstRow:0,firstEntry:0,rowPtr:o,colIdx:n,values:i??n,ranges:u}],bytes:0}}function kf(t,e,r){let o=t.allocate(e,r.byteLength);try{return t.write(o,r),o}catch(n){throw t.free(o),n}}async function Ds(t,e,r){let o=[],n=()=>o.splice(0).forEach(s=>s()),i=(s,{of:a,form:c="",make:u=()=>a})=>{let l=t.shared.getOrInsertComputed(a,()=>new Map),f=`${s} ${c}`,d=l.getOrInsertComputed(f,()=>({buffer:kf(t,s,u()),plans:0}));return d.plans++,o.push(()=>{--d.plans>0||(l.delete(f),t.free(d.buffer))}),d.buffer};try{let s=await t.guard(`prepare kernel "${e}"`,()=>r(i));return{...s,destroy:()=>{s.destroy(),n()}}}catch(s){throw n(),s}}var Ws=`// Prelude of the row-by-row kernels: a range of rows of a CSR matrix, and where its columns lie in X and Y.
// The bound arrays are whole rows of the matrix, the range is what one dispatch takes of them: a row that it
// cuts begins or ends at its first or last entry, and the range after adds to what this one left in Y.
// Shapes: rowPtr [bound rows + 1] from 0, colIdx and values [their entries].
override WEIGHTED: bool = true;

struct Launch {
  rows: u32,       // rows of this range
  firstRow: u32,   // of y, that the range begins with
  continues: u32,  // 1 where row 0 of the range adds to what the range before left in y
  columns: u32,    // columns of each row that the x and y panels share
  xStride: u32,    // these in the kernel's columns: floats, or vectors of four
  xOffset: u32,
  yStride: u32,
  yOffset: u32,
  boundRow: u32,   // of the bound rows, that the range begins with
  firstEntry: u32, // of their entries, that the range begins with
  lastEntry: u32,  // of their entries, that the range ends before
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> rowPtr: array<u32>;
@group(0) @binding(2) var<storage, read> colIdx: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;

fn rowBegin(row: u32) -> u32 {
  return max(rowPtr[launch.boundRow + row], launch.firstEntry);
}

fn rowEnd(row: u32) -> u32 {
  return min(rowPtr[launch.boundRow + row + 1u], launch.lastEntry);
}

fn weight(entry: u32) -> f32 {
  if (WEIGHTED) { return values[entry]; }
  return 1.0;
}

fn continuesRow(row: u32) -> bool {
  return row == 0u && launch.continues == 1u;
}

`;var ce=Ws,Ee=5;function Oo({csr:t,chunk:e,range:r,pair:o},{label:n,source:i,vector:s,constants:a}){let{rows:c,entries:u,firstRow:l,firstEntry:f,continues:d}=r,m=4/s;return{label:n,source:i,constants:{...a,WEIGHTED:t.weighted?1:0},launch:{rows:c,firstRow:e.firstRow+l,continues:d?1:0,columns:o.vectors*m,xStride:o.xStride*m,xOffset:o.xOffset*m,yStride:o.yStride*m,yOffset:o.yOffset*m,boundRow:l,firstEntry:f,lastEntry:f+u},buffers:[e.rowPtr,e.colIdx,e.values,o.x,o.y],multiplyAdds:(u+c)*o.vectors*4}}function Ro({chunks:t,bytes:e},r,o={}){return{run:()=>{for(let n of r)n()},facts:{chunks:t.length,dispatches:r.length,bytes:e,...o}}}var Mf={weighted:!1,chunks:[],bytes:0};function _o(t,e,{label:r,features:o},n){ae(e,o);let i=ie(e.x,e.y),s=te(i)*4;return Ds(t,r,a=>ne(t,c=>{let u=i.length===0?Mf:Bs(t,e,{share:a,width:s});return n(u,i,c)}))}function ue(t,e,{label:r,features:o,map:n}){return _o(t,e,{label:r,...o&&{features:o}},async(i,s,{dispatch:a})=>{let c=[];for(let u of s){let{groups:l,...f}=n(u);for(let d of i.chunks)for(let m of d.ranges){let h=Oo({csr:i,chunk:d,range:m,pair:u},{label:r,...f});c.push(await a({...h,groups:l(m.rows)}))}}return Ro(i,c)})}var He={targets:{meaning:"targets of a workgroup",default:8,range:[1,32]},features:{meaning:"features of a workgroup",default:32,range:[1,64]}};function Ke({targets:t,features:e}){return{workgroupBytes:0,workgroupInvocations:t*e,storageBindings:Ee}}function je(t,e,{targets:r,features:o},n={}){return{label:t,map:({vectors:i})=>({source:e,vector:1,constants:{TARGETS:r,FEATURES:o,...n},groups:s=>Math.ceil(s/r)*Math.ceil(i*4/o)})}}var No={id:"memory-aware",origin:{paper:"fastgl",section:"equation 4"},mapping:{wasm:"a thread takes blocks of 8 targets x 32 features; partial sums live in registers within a chunk of 64 weights a target, and with the staged weights in scratch memory between chunks (on a CPU an analogue: its caches do by themselves what shared memory does on a GPU, so that staging can only cost)",x86:"a thread takes blocks of 8 targets x 32 features; partial sums live in registers within a chunk of 64 weights a target, and with the staged weights on the thread's stack between chunks (on a CPU an analogue, as on wasm)",webgpu:"one invocation a target and feature, partial sums and weights in workgroup memory"}};var Fs=`// y[r, j] = sum over nonzeros (r, c, v) of v * x[c, j]      Memory-Aware aggregation (fastgl, equation 4).
// A workgroup takes TARGETS rows and FEATURES columns; invocation (feature, target) keeps its partial sum in
// workgroup memory and finds the weights there, loaded once by the whole group: CHUNK of each row at a time,
// since the paper's weights [TARGETS][longest row] has no bound. The trip count is that of the group's
// longest row, for the barriers' sake.
// Prelude: ../plans/csr_rows.wgsl
// Needs: x padded with zeros up to its stride.
// Shapes: x and y panels of floats, row-major.
override TARGETS: u32 = 8u;
override FEATURES: u32 = 32u;
override CHUNK: u32 = 32u;

@group(0) @binding(4) var<storage, read> x: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

var<workgroup> sums: array<f32, TARGETS * FEATURES>;
var<workgroup> weights: array<f32, TARGETS * CHUNK>;

@compute @workgroup_size(FEATURES, TARGETS)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) local: vec3u,
) {
  let blocks = (launch.columns + FEATURES - 1u) / FEATURES;
  let index = group.y * groups.x + group.x;
  let row = index / blocks * TARGETS + local.y;
  let column = index % blocks * FEATURES + local.x;
  let flat = local.y * FEATURES + local.x;
  let busy = row < launch.rows && column < launch.columns;
  let firstRow = index / blocks * TARGETS;
  let lastRow = min(firstRow + TARGETS, launch.rows);
  var longest = 0u;
  for (var r = firstRow; r < lastRow; r++) { longest = max(longest, rowEnd(r) - rowBegin(r)); }

  let begin = rowBegin(min(row, launch.rows - 1u));
  let end = rowEnd(min(row, launch.rows - 1u));
  let to = (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
  sums[flat] = 0.0;
  if (busy && continuesRow(row)) { sums[flat] = y[to]; }
  for (var base = 0u; base < longest; base += CHUNK) {
    for (var i = flat; i < TARGETS * CHUNK; i += TARGETS * FEATURES) {
      let staged = min(firstRow + i / CHUNK, launch.rows - 1u);
      let e = rowBegin(staged) + base + i % CHUNK;
      if (e < rowEnd(staged)) { weights[i] = weight(e); }
    }
    workgroupBarrier();
    if (busy && begin + base < end) {
      let here = min(CHUNK, end - begin - base);
      for (var i = 0u; i < here; i++) {
        let at = colIdx[begin + base + i] * launch.xStride + launch.xOffset + column;
        sums[flat] += weights[local.y * CHUNK + i] * x[at];
      }
    }
    workgroupBarrier();
  }
  if (busy) { y[to] = sums[flat]; }
}
`;var zs=ce+Fs,qs=q("webgpu",No,{source:zs,parameters:{...He,chunk:{meaning:"weights of a target staged at once",default:32,range:[32,64]}},needs(t){let{targets:e,features:r,chunk:o}=t;return{...Ke(t),workgroupBytes:4*e*(r+o)}},prepare:(t,e,r)=>ue(t,e,je(No.id,zs,r,{CHUNK:r.chunk}))});var Hs=`// Columns of X in bf16, two in a word: a lane takes eight in 16 bytes. Prelude of row_sum.wgsl.
// A bf16 is the upper half of a float32, so that a shift or a mask widens it exactly.
// Needs: strides and offsets in eights.
// Shapes: x panel of eight bf16, y panel of twice four floats, row-major.
alias Columns = mat2x4f;

@group(0) @binding(4) var<storage, read> x: array<vec4u>;
@group(0) @binding(5) var<storage, read_write> y: array<Columns>;

fn columnsOf(at: u32) -> Columns {
  let pairs = x[at];
  let even = pairs << vec4u(16u);
  let odd = pairs & vec4u(0xffff0000u);
  return mat2x4f(
    bitcast<vec4f>(vec4u(even.x, odd.x, even.y, odd.y)),
    bitcast<vec4f>(vec4u(even.z, odd.z, even.w, odd.w)),
  );
}

`;var Ks=`// Columns of X in bf16, two in a word: a lane takes four in 8 bytes. Prelude of row_sum.wgsl.
// A bf16 is the upper half of a float32, so that a shift or a mask widens it exactly.
// Shapes: x panel of four bf16, y panel of vectors of four floats, row-major.
alias Columns = vec4f;

@group(0) @binding(4) var<storage, read> x: array<vec2u>;
@group(0) @binding(5) var<storage, read_write> y: array<Columns>;

fn columnsOf(at: u32) -> Columns {
  let pairs = x[at];
  let even = pairs << vec2u(16u);
  let odd = pairs & vec2u(0xffff0000u);
  return bitcast<vec4f>(vec4u(even.x, odd.x, even.y, odd.y));
}

`;var js=`// Columns of X in float32: a lane takes a vector of four. Prelude of row_sum.wgsl.
// Shapes: x and y panels of vectors of four floats, row-major.
alias Columns = vec4f;

@group(0) @binding(4) var<storage, read> x: array<vec4f>;
@group(0) @binding(5) var<storage, read_write> y: array<Columns>;

fn columnsOf(at: u32) -> Columns {
  return x[at];
}

`;var Ys=`// Columns of X in float32: a lane takes two, so that half as many columns fill a subgroup's lanes with one row.
// Prelude of row_sum.wgsl.
// Shapes: x and y panels of vectors of two floats, row-major.
alias Columns = vec2f;

@group(0) @binding(4) var<storage, read> x: array<vec2f>;
@group(0) @binding(5) var<storage, read_write> y: array<Columns>;

fn columnsOf(at: u32) -> Columns {
  return x[at];
}

`;var Vs=`// Sum over entries [begin, end) of one row of v * x[c, columns at offset], added to \`start\` in their order.
// Eight loads of x are in flight; those of the last entries, up to seven, in blocks of four of which some are
// not added: a loop over them would wait for each.
// Preludes: ../csr_rows.wgsl, and the columns of a lane.
fn columnsOfEntry(entry: u32, offset: u32) -> Columns {
  return columnsOf(colIdx[entry] * launch.xStride + offset);
}

fn rowSum(begin: u32, end: u32, offset: u32, start: Columns) -> Columns {
  var sum = start;
  var e = begin;
  let unrolled = begin + ((end - begin) & ~7u);
  for (; e < unrolled; e += 8u) {
    let x0 = columnsOfEntry(e, offset);
    let x1 = columnsOfEntry(e + 1u, offset);
    let x2 = columnsOfEntry(e + 2u, offset);
    let x3 = columnsOfEntry(e + 3u, offset);
    let x4 = columnsOfEntry(e + 4u, offset);
    let x5 = columnsOfEntry(e + 5u, offset);
    let x6 = columnsOfEntry(e + 6u, offset);
    let x7 = columnsOfEntry(e + 7u, offset);
    sum += weight(e) * x0;
    sum += weight(e + 1u) * x1;
    sum += weight(e + 2u) * x2;
    sum += weight(e + 3u) * x3;
    sum += weight(e + 4u) * x4;
    sum += weight(e + 5u) * x5;
    sum += weight(e + 6u) * x6;
    sum += weight(e + 7u) * x7;
  }
  for (; e < end; e += 4u) {
    let last = end - 1u;
    let x0 = columnsOfEntry(e, offset);
    let x1 = columnsOfEntry(min(e + 1u, last), offset);
    let x2 = columnsOfEntry(min(e + 2u, last), offset);
    let x3 = columnsOfEntry(min(e + 3u, last), offset);
    sum += weight(e) * x0;
    if (e + 1u < end) { sum += weight(e + 1u) * x1; }
    if (e + 2u < end) { sum += weight(e + 2u) * x2; }
    if (e + 3u < end) { sum += weight(e + 3u) * x3; }
  }
  return sum;
}

`;var Xs=64,ur={meaning:`most bytes of X that a lane loads at once, 8 or 16: with 8 twice as many lanes share a row; 0 takes 16, but 8 for float32 where fewer than ${Xs} lanes would share one`,default:0,range:[0,16]},Js=t=>t/4>=Xs?16:8,Pf={f32:[{columns:4,bytes:16,text:js},{columns:2,bytes:8,text:Ys}],bf16:[{columns:8,bytes:16,text:Hs},{columns:4,bytes:8,text:Ks}]};function Lf(t,{vectors:e,xStride:r,xOffset:o,yStride:n,yOffset:i}){return[e,r,o,n,i].every(s=>s*4%t===0)}function Uf(t,e){return Math.ceil(t/Math.ceil(t/e))}function vt(t,e,r=""){let o=Pf[t].map(({text:n,...i})=>({...i,source:r+ce+n+Vs+e}));return{source:o.map(({source:n})=>n).join(""),formFor(n,{load:i,workgroup:s}){let a=o[o.length-1],c=i||(t==="f32"?Js(n.vectors*4):16),{columns:u,source:l}=o.find(({columns:f,bytes:d})=>d<=c&&Lf(f,n))??a;return{source:l,vector:u,lanes:Uf(n.vectors*4/u,s)}}}}function Ye(t){return({x:{rows:e,cols:r}})=>{let o=ye(r);return{kernel:t,columns:o,bytes:4*o*e}}}function Qs(t,e){if(!Number.isInteger(e)||e<1)throw new P({action:"group the neighbours of a graph",current:`the group size ${e}`,wanted:"a whole number from 1",next:"pass the greatest number of neighbours that one group may have"});let{rows:r,rowPtr:o}=t,n=new Uint32Array(r+1),i=0;for(let u=0;u<r;u++){let l=o[u+1]-o[u];i=Math.max(i,l),n[u+1]=n[u]+Math.ceil(l/e)}let s=n[r],a=new Uint32Array(s+1),c=new Uint32Array(s);for(let u=0;u<r;u++)for(let l=n[u],f=o[u];l<n[u+1];l++,f+=e)a[l]=f,c[l]=u;return a[s]=o[r],{groupSize:e,count:s,start:a,rowOf:c,largest:Math.min(i,e),groupPtr:n}}function Ve(t,{upload:e},r){let{rows:o,rowPtr:n,colIdx:i,values:s}=r.matrix,a=Qs(r.matrix,r.groupSize),{count:c,start:u,rowOf:l}=a,f={count:c,targetOf:l},d=or(f,{items:Math.max(1,Math.floor(t.limits.bindingBytes/8)-1),partials:Math.min(r.partials,Math.max(1,Math.floor(t.limits.bindingBytes/16))),resources:[{sums:u,limit:cr(t,r.width)}]}),m=0,h=0,p=!1;for(let w=0;w<o&&!p;w++)p=n[w]===n[w+1];let g=d.map(w=>{let{first:y,count:b,shared:x}=w,O=u[y],M=u[y+b],S=new Uint32Array(2*(b+1));for(let E=0,N=0,T=0;E<b;E++){let L=l[y+E];if(S[2*E]=u[y+E]-O,St(f,y+E)){S[2*E+1]=(L|2147483648)>>>0;continue}for(;x[T*4]!==L;)T++;S[2*E+1]=r.word(L,N++,T)}S[2*b]=M-O;let v=e("colIdx",i.subarray(O,M)),k={items:e("groups",S),colIdx:v,values:s?e("values",s.subarray(O,M)):v};return m+=k.items.bytes+v.bytes+(s?k.values.bytes:0),h+=w.partials,{...w,...k,entries:M-O}});return{groups:a,sharing:h,emptyRows:p,weighted:s!==void 0,chunks:g,bytes:m}}var $f={meaning:"most entries that a group may have",default:32,range:[1,1024]},Xe={groupSize:$f,dimWorkers:{meaning:"invocations that share a group's columns, four columns each at a time",default:32,range:[1,256]},workgroup:{meaning:"invocations of a workgroup, at least dimWorkers",default:128,range:[1,1024]}};function ve({workgroup:t,dimWorkers:e}){return Math.max(t,e)}var Zs=`// s[g, :] = sum over entries (c, v) of group g of v * x[c, :]
// Sums of all neighbour-group kernels. Prelude of neighbor_group.wgsl, neighbor_group_cas.wgsl
// and neighbor_group_fixed.wgsl, which write the sums back. LANES invocations share a group of at most
// groupSize entries of one row (GNNAdvisor's dimension workers), each takes every LANES-th vector of four
// columns; the loop over entries is unrolled by four.
// Needs: x padded with zeros.
// Shapes: items [groups + 1] of (first entry, target word), colIdx and values [nnz of the chunk], x panel of
// vectors.
override WORKGROUP: u32 = 128u;
override LANES: u32 = 16u;
override WEIGHTED: bool = true;
override MAGNITUDE: bool = false;  // sums |v * x| instead

const ALONE = 0x80000000u;  // of a target word: no other group adds to this row of y

struct Launch {
  items: u32,    // groups of this chunk
  columns: u32,  // all in vectors of four floats
  xStride: u32,
  xOffset: u32,
  yStride: u32,
  yOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> items: array<vec2u>;
@group(0) @binding(2) var<storage, read> colIdx: array<u32>;
@group(0) @binding(3) var<storage, read> values: array<f32>;
@group(0) @binding(4) var<storage, read> x: array<vec4f>;

fn term(entry: u32, offset: u32) -> vec4f {
  var product = x[colIdx[entry] * launch.xStride + offset];
  if (WEIGHTED) { product *= values[entry]; }
  if (MAGNITUDE) { return abs(product); }
  return product;
}

fn groupSum(begin: u32, end: u32, column: u32) -> vec4f {
  let offset = launch.xOffset + column;
  let unrolled = begin + ((end - begin) & ~3u);
  var sum = vec4f(0.0);
  var e = begin;
  for (; e < unrolled; e += 4u) {
    let t0 = term(e, offset);
    let t1 = term(e + 1u, offset);
    let t2 = term(e + 2u, offset);
    let t3 = term(e + 3u, offset);
    sum = sum + t0 + t1 + t2 + t3;
  }
  for (; e < end; e++) { sum += term(e, offset); }
  return sum;
}

// The group of an invocation, launch.items or more where it has none.
fn itemOf(group: vec3u, groups: vec3u, local: u32) -> u32 {
  let itemsPerGroup = WORKGROUP / LANES;
  let within = local / LANES;
  if (within >= itemsPerGroup) { return launch.items; }
  return (group.y * groups.x + group.x) * itemsPerGroup + within;
}
`;var Je=Zs;function Ie({items:t,colIdx:e,values:r,count:o,entries:n},{label:i,source:s,parameters:a,pair:c,bound:u,weighted:l,magnitude:f=!1}){let{vectors:d,xStride:m,xOffset:h,yStride:p,yOffset:g}=c,w=ve(a),y=Math.min(a.dimWorkers,d);return{label:i,source:s,constants:{WORKGROUP:w,LANES:y,WEIGHTED:l?1:0,MAGNITUDE:f?1:0},launch:{items:o,columns:d,xStride:m,xOffset:h,yStride:p,yOffset:g},buffers:[t,e,r,c.x,...u],groups:Math.ceil(o/Math.floor(w/y)),multiplyAdds:(n+o)*d*4}}function Qe({groups:t,sharing:e,chunks:r,bytes:o},{atomics:n,dispatches:i,partialBytes:s=0}){return{groups:t.count,largest_group:t.largest,shared_groups:e,atomics:n,chunks:r.length,dispatches:i,bytes:o+s}}function lr({sharing:t},e){return t*e.reduce((r,{vectors:o})=>r+o*4,0)}function fr(t){return t+nr}function ei(t,e){return De({workgroupBytes:0,workgroupInvocations:ve(t),storageBindings:e})}function Gf(t,e,r){let o=[];for(let n=0;n<t.shared.length;n+=4)if((e[t.shared[n]]&r)!==0)for(let i=0;i<4;i++)o.push(t.shared[n+i]);return{...t,shared:Uint32Array.from(o)}}function ti(t,{x:e,y:r},{label:o,source:n,matrix:i,parameters:s,clears:a,flags:c,written:u=0}){ae({matrix:i,x:e,y:r});let l=ie(e,r),f=te(l);return ne(t,async d=>{let{upload:m,dispatch:h}=d,p=Ve(t,d,{matrix:i,groupSize:s.groupSize,width:f*4,partials:We(t,f),word:(x,O)=>O}),g=Fe(d,p.chunks,{vectors:f}),w=c&&m("active",Uint32Array.from(c)),y=[];for(let x of p.chunks){let O=ze(d,c?Gf(x,c,u):x),S=w?[w,m("group row",p.groups.rowOf.slice(x.first,x.first+x.count))]:[];for(let v of l){let k=[Ie(x,{label:o,source:n,parameters:s,pair:v,weighted:p.weighted,bound:[v.y,g,...S]}),...qe(O,{pair:v,rows:i.rows,partials:g})];for(let E of k)y.push(await h(E))}}let b=a&&p.emptyRows?r.panels:[];return{run:()=>{for(let{buffer:x}of b)t.clear(x);for(let x of y)x()},facts:Qe(p,{atomics:0,dispatches:y.length,partialBytes:g.bytes})}})}var oi=4,ni={meaning:"most lanes that one load of an entry serves, from 4 on: successive entries are loaded at once by lanes of a subgroup, which give them to each other; below, each lane loads all entries",default:1,range:[1,128]};function si({broadcast:t}){return t>=oi}var ri=t=>2**Math.floor(Math.log2(t));function ii(t,{workgroup:e,broadcast:r}){let o=Math.min(2**Math.ceil(Math.log2(t)),ri(e)),n=Math.min(o,ri(r));return n<oi?void 0:{LANES:o,BLOCK:n}}var ai={id:"merge-split",mapping:{webgpu:"neighbouring lanes take an equal share of row ends and entries; the sums of rows that a share cuts are added up by a second pass, in their order"}};var dr=4;function ci({rows:t,firstEntry:e,end:r,continues:o},n){let i=t===0?e:r(t-1),s=t+i-e,a=Math.ceil(s/n),c=new Uint32Array((a+1)*dr),u=[],l=0,f=p=>{u.at(-4)!==p&&u.push(p,l,l,p===0&&o?1:0),u[u.length-2]=++l},d=0,m=e,h=!1;for(let p=0;p<=a&&(c.set([d,m,l,h?1:0],p*dr),p!==a);p++){let g=Math.min(s,(p+1)*n),w=d,y=m;for(;d<t&&r(d)-e+d+1<=g;)d++;m=e+g-d,d<t&&m===r(d)&&d++,h&&(d>w||m>y)&&f(w),d>w&&(h=!1),!(h||m===(d===w?y:r(d-1)))&&(h=!0,f(d))}return{count:a,records:c,partials:l,shared:Uint32Array.from(u)}}var Df=2**16,ui=[32,512];function Wf(t){let e=Math.ceil((t.rows+B(t))/Df);return Math.max(ui[0],Math.min(ui[1],e))}function li(t,{chunks:e},{matrix:r,vectors:o,share:n}){let i=Math.floor(t.limits.bindingBytes/(4*Math.max(dr,4))),s=Math.max(1,Math.floor(Math.min(i,We(t,o))/2)-1),a=n||Wf(r);return e.flatMap(c=>c.ranges.map(u=>{let{rows:l,entries:f,firstEntry:d,continues:m}=u,h=c.firstRow+u.firstRow,g=ci({rows:l,firstEntry:d,end:y=>Math.min(r.rowPtr[h+y+1]-c.firstEntry,d+f),continues:m},Math.max(a,Math.ceil((l+f)/s))),w=g.shared.map((y,b)=>b%4===0?y+h:y);return{...g,shared:w,chunk:c,range:u}}))}var fi=`// y[r, :] = sum over nonzeros (r, c, v) of v * x[c, :]      CSR SpMM by the merge path of row ends and entries.
// LANES invocations take a share of the path, whole rows but for its first and its last: the sums of rows that
// are whole go to y, those of cut ones to \`partials\`, which a second pass adds up. Lane l sums the columns l,
// l + LANES, ... (in vectors of four or eight). A group holds WORKGROUP / LANES shares.
// Prelude: ../plans/csr_rows.wgsl, ../plans/lane_columns_webgpu/f32_by_four.wgsl, ../plans/lane_columns_webgpu/row_sum.wgsl
// or the columns of another format or load beside f32_by_four.wgsl.
// Needs: strides and offsets in whole vectors, x padded with zeros.
// Shapes: shares [shares + 1] of (row, entry, first partial, whether an earlier share has begun the row),
// partials [partials, columns].
override WORKGROUP: u32 = 64u;
override LANES: u32 = 16u;

@group(0) @binding(6) var<storage, read> shares: array<vec4u>;
@group(0) @binding(7) var<storage, read_write> partials: array<Columns>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let sharesPerGroup = WORKGROUP / LANES;
  let within = local / LANES;
  let share = (group.y * groups.x + group.x) * sharesPerGroup + within;
  if (within >= sharesPerGroup || share + 1u >= arrayLength(&shares)) { return; }
  let here = shares[share];
  let next = shares[share + 1u];

  for (var column = local % LANES; column < launch.columns; column += LANES) {
    var entry = here.y;
    var partial = here.z;
    var begun = here.w != 0u;
    for (var row = here.x; row <= next.x; row++) {
      let cut = row == next.x;
      var end = next.y;
      if (!cut) { end = rowEnd(row); }
      if (cut && entry == end) { break; }
      let to = (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
      let isPart = cut || begun;
      var start = Columns();
      if (continuesRow(row) && !isPart) { start = y[to]; }
      let sum = rowSum(entry, end, launch.xOffset + column, start);
      if (isPart) {
        partials[partial * launch.columns + column] = sum;
        partial++;
      } else {
        y[to] = sum;
      }
      begun = false;
      entry = end;
    }
  }
}
`;var di=`// y[r, :] = sum over nonzeros (r, c, v) of v * x[c, :]      CSR SpMM by the merge path of row ends and entries.
// The shares, lanes, sums and their order are those of merge_split.wgsl; an entry is loaded once for a block of
// lanes. Neighbours in a subgroup are a block: each loads one of successive entries of their share, whatever
// their rows, and gives it to the others by a shuffle. Four loads of x are in flight.
// Nothing is assumed of subgroups but that their sizes are powers of two from 4 on: a subgroup with a block
// that lacks a lane, or whose lanes have several shares, loads every entry in every lane. All shuffles are in
// uniform control flow: every share takes as many blocks as the longest.
// Prelude: ../../../hardware/webgpu/subgroups.wgsl, ../plans/csr_rows.wgsl, ../plans/lane_columns_webgpu/f32_by_four.wgsl
// or the columns of another format or load beside f32_by_four.wgsl.
// Needs: LANES and BLOCK powers of two from 4 on, strides and offsets in whole vectors, x padded with zeros.
// Shapes: shares [shares + 1] of (row, entry, first partial, whether an earlier share has begun the row), all
// but the last of equal length; partials [partials, columns].
override WORKGROUP: u32 = 64u;
override LANES: u32 = 16u;
override BLOCK: u32 = 16u; // most lanes of a block

@group(0) @binding(6) var<storage, read> shares: array<vec4u>;
@group(0) @binding(7) var<storage, read_write> partials: array<Columns>;

// End of the row that a share cuts, which no entry of the share reaches.
const NO_END = 0xffffffffu;

// Where a lane is on its share of the path.
struct Place {
  row: u32,
  begin: u32,   // first entry of the row in this share
  end: u32,     // of the row's entries, or NO_END
  partial: u32, // the next partial sum
  begun: bool,  // whether an earlier share has begun the row
  sum: Columns,
}

fn endOf(row: u32, cutRow: u32) -> u32 {
  if (row < cutRow) { return rowEnd(row); }
  return NO_END;
}

fn resultAt(row: u32, column: u32) -> u32 {
  return (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
}

// Stores the sums of the rows that end before an entry.
fn finishRows(place: ptr<function, Place>, entry: u32, cutRow: u32, column: u32) {
  while ((*place).end == entry) {
    if ((*place).begun) {
      partials[(*place).partial * launch.columns + column] = (*place).sum;
      (*place).partial++;
    } else {
      y[resultAt((*place).row, column)] = (*place).sum;
    }
    (*place).row++;
    (*place).begin = entry;
    (*place).end = endOf((*place).row, cutRow);
    (*place).begun = false;
    (*place).sum = Columns();
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
  @builtin(subgroup_size) size: u32,
  @builtin(subgroup_invocation_id) id: u32,
) {
  // Lanes without a share are at the path's end, where there is nothing to do.
  let sharesPerGroup = WORKGROUP / LANES;
  let within = local / LANES;
  let last = arrayLength(&shares) - 1u;
  let index = (group.y * groups.x + group.x) * sharesPerGroup + within;
  let share = select(last, index, within < sharesPerGroup && index < last);
  let here = shares[share];
  let next = shares[min(share + 1u, last)];
  let most = shares[1].x - shares[0].x + shares[1].y - shares[0].y;

  let block = min(min(LANES, BLOCK), size);
  let place = id % block;
  let first = id - place;
  let rank = subgroupExclusiveAdd(1u);
  let lanes = subgroupAdd(1u);
  let shareOfFirst = subgroupShuffle(share, first);
  let together = subgroupAll(rank == id && first + block <= lanes && shareOfFirst == share);

  for (var base = 0u; base < launch.columns; base += LANES) {
    let column = base + local % LANES;
    let inside = column < launch.columns;
    let offset = launch.xOffset + column;
    var path = Place(here.x, here.y, endOf(here.x, next.x), here.z, here.w != 0u, Columns());
    if (inside && here.x < next.x && !path.begun && continuesRow(here.x)) {
      path.sum = y[resultAt(here.x, column)];
    }
    for (var taken = 0u; taken < most; taken += block) {
      let begin = here.y + taken;
      let stop = min(begin + block, next.y);
      var mine = 0u;
      var mineBy = 1.0;
      if (together && begin + place < stop) {
        mine = colIdx[begin + place] * launch.xStride;
        mineBy = weight(begin + place);
      }
      for (var j = 0u; j < block; j += 4u) {
        let giver = first + j;
        var at = vec4u(
          subgroupShuffle(mine, giver),
          subgroupShuffle(mine, giver + 1u),
          subgroupShuffle(mine, giver + 2u),
          subgroupShuffle(mine, giver + 3u),
        );
        var by = vec4f(1.0);
        if (WEIGHTED) {
          by = vec4f(
            subgroupShuffle(mineBy, giver),
            subgroupShuffle(mineBy, giver + 1u),
            subgroupShuffle(mineBy, giver + 2u),
            subgroupShuffle(mineBy, giver + 3u),
          );
        }
        let e = begin + j;
        if (inside && e < stop) {
          if (!together) {
            let entries = min(vec4u(e, e + 1u, e + 2u, e + 3u), vec4u(stop - 1u));
            at = launch.xStride *
              vec4u(colIdx[entries.x], colIdx[entries.y], colIdx[entries.z], colIdx[entries.w]);
            by = vec4f(weight(entries.x), weight(entries.y), weight(entries.z), weight(entries.w));
          }
          let x0 = columnsOf(at.x + offset);
          let x1 = columnsOf(at.y + offset);
          let x2 = columnsOf(at.z + offset);
          let x3 = columnsOf(at.w + offset);
          finishRows(&path, e, next.x, column);
          path.sum += by.x * x0;
          if (e + 1u < stop) {
            finishRows(&path, e + 1u, next.x, column);
            path.sum += by.y * x1;
          }
          if (e + 2u < stop) {
            finishRows(&path, e + 2u, next.x, column);
            path.sum += by.z * x2;
          }
          if (e + 3u < stop) {
            finishRows(&path, e + 3u, next.x, column);
            path.sum += by.w * x3;
          }
        }
      }
    }
    if (inside) {
      finishRows(&path, next.y, next.x, column);
      if (next.y > path.begin) { partials[path.partial * launch.columns + column] = path.sum; }
    }
  }
}
`;var qf=Be(Ee+2);function To(t){let{id:e,features:r="f32"}=t,o=vt(r,fi),n=vt(r,di,es);return q("webgpu",t,{source:fr(o.source+n.source),parameters:{share:{meaning:"row ends and entries of a share; 0 chooses by the size of the matrix",default:0,range:[0,2**20]},workgroup:xe,load:ur,broadcast:ni},...r==="f32"&&{tunedBy:Ye(e)},needs:i=>({...De(qf(i)),subgroups:si(i)}),prepare(i,s,{share:a,workgroup:c,load:u,broadcast:l}){return vo(e,s),_o(i,s,{label:e,features:r},async(f,d,m)=>{let{matrix:h}=s,p=te(d),g=li(i,f,{matrix:h,vectors:p,share:a}),w=Fe(m,g,{vectors:p}),y=[],b=i.limits.subgroups?.most??1,x=1;for(let{chunk:M,range:S,count:v,records:k,shared:E}of g){let N=m.upload("shares",k),T=ze(m,{shared:E});for(let L of d){let{lanes:A,...R}=o.formFor(L,{load:u,workgroup:c}),_=ii(A,{workgroup:c,broadcast:l});_&&(x=Math.max(x,Math.min(_.BLOCK,b)));let{source:I}=_?n.formFor(L,{load:u,workgroup:c}):R,U={WORKGROUP:c,..._??{LANES:A}},{buffers:W,...G}=Oo({csr:f,chunk:M,range:S,pair:L},{label:e,...R,source:I,constants:U}),K=[{...G,buffers:[...W,N,w],groups:Math.ceil(v/Math.floor(c/U.LANES))},...qe(T,{pair:L,rows:h.rows,partials:w})];for(let ee of K)y.push(await m.dispatch(ee))}}let O=M=>g.reduce((S,v)=>S+v[M],0);return Ro(f,y,{shares:O("count"),partial_sums:O("partials"),...x>1&&{broadcast:x}})})}})}var mi=To(ai);var pi={id:"merge-split-bf16",mapping:{webgpu:"as merge-split, over features rounded to bf16, eight to a load of 16 bytes where rows have whole eights"},features:"bf16"};var hi=To(pi);var Io={id:"naive-register",mapping:{wasm:"a thread takes blocks of rows; four columns of a row share a register and read all its entries, so that columns and weights are read once for each four features (a GPU's thread has one)",x86:"a thread takes blocks of rows; eight or sixteen columns of a row share a register and read all its entries, so that columns and weights are read once for each so many features",webgpu:"one invocation a target and feature, its sum in a register"}};var gi=`// y[r, j] = sum over nonzeros (r, c, v) of v * x[c, j]
// Naive aggregation, sums in registers (DGL-style baseline). A workgroup takes TARGETS rows and FEATURES
// columns; one invocation sums one feature of one target in a register and reads every weight and every x
// from global memory, as DGL-style kernels do.
// Prelude: ../plans/csr_rows.wgsl
// Needs: x padded with zeros up to its stride.
// Shapes: x and y panels of floats, row-major.
override TARGETS: u32 = 8u;
override FEATURES: u32 = 32u;

@group(0) @binding(4) var<storage, read> x: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(FEATURES, TARGETS)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) local: vec3u,
) {
  let blocks = (launch.columns + FEATURES - 1u) / FEATURES;
  let index = group.y * groups.x + group.x;
  let row = index / blocks * TARGETS + local.y;
  let column = index % blocks * FEATURES + local.x;
  if (row >= launch.rows || column >= launch.columns) { return; }
  let to = (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
  var sum = 0.0;
  if (continuesRow(row)) { sum = y[to]; }
  let end = rowEnd(row);
  for (var e = rowBegin(row); e < end; e++) {
    sum += weight(e) * x[colIdx[e] * launch.xStride + launch.xOffset + column];
  }
  y[to] = sum;
}
`;var wi=ce+gi,bi=q("webgpu",Io,{source:wi,parameters:He,needs:Ke,prepare:(t,e,r)=>ue(t,e,je(Io.id,wi,r))});var Po={id:"naive-rmw",origin:{paper:"fastgl",section:"equation 3"},mapping:{wasm:"a thread takes blocks of rows; each neighbour reads the row's whole sum and writes it back (on a CPU an analogue: the sum then lies in the first cache, where a GPU's lies in global memory)",x86:"a thread takes blocks of rows; each neighbour reads the row's whole sum and writes it back, by vectors of eight or sixteen columns (on a CPU an analogue, as on wasm)",webgpu:"one invocation a target and feature, its sum read and written in global memory"}};var yi=`// y[r, j] += v * x[c, j] for each nonzero (r, c, v)
// Naive aggregation, sums in global memory (fastgl, equation 3). A workgroup takes TARGETS rows and FEATURES
// columns; one invocation reads and writes one feature of one target in global memory once a neighbour. The
// accesses are atomic, so that no compiler may keep the sum in a register; nothing else writes the place.
// Prelude: ../plans/csr_rows.wgsl
// Needs: x padded with zeros up to its stride.
// Shapes: x and y panels of floats (y as bits), row-major.
override TARGETS: u32 = 8u;
override FEATURES: u32 = 32u;

@group(0) @binding(4) var<storage, read> x: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<atomic<u32>>;

@compute @workgroup_size(FEATURES, TARGETS)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_id) local: vec3u,
) {
  let blocks = (launch.columns + FEATURES - 1u) / FEATURES;
  let index = group.y * groups.x + group.x;
  let row = index / blocks * TARGETS + local.y;
  let column = index % blocks * FEATURES + local.x;
  if (row >= launch.rows || column >= launch.columns) { return; }
  let to = (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
  if (!continuesRow(row)) { atomicStore(&y[to], 0u); }
  let end = rowEnd(row);
  for (var e = rowBegin(row); e < end; e++) {
    let term = weight(e) * x[colIdx[e] * launch.xStride + launch.xOffset + column];
    atomicStore(&y[to], bitcast<u32>(bitcast<f32>(atomicLoad(&y[to])) + term));
  }
}
`;var xi=ce+yi,Si=q("webgpu",Po,{source:xi,parameters:He,needs:Ke,prepare:(t,e,r)=>ue(t,e,je(Po.id,xi,r))});var kt={id:"neighbor-group",origin:{paper:"eppgcn",section:"Figure 2"},mapping:{wasm:"a thread takes blocks of neighbour groups; a row's first group writes the row, its others partial rows, which a second phase adds in order, in waves of at most 8 MiB (a thread stands for many warps)",x86:"as on wasm, a group in passes of up to eight accumulators of eight or sixteen columns",webgpu:"a group of neighbours is one work item; partial sums of a row are added in a second pass"}};var Ei=`// y[r, :] = s[g, :] where g is row r's only group, else partial[p, :] = s[g, :]
// Neighbour groups, two-phase. One group of neighbours is one work item, so a hub's row is many;
// ../plans/partial_sums.wgsl adds them up in a second pass. No atomics: the order of every sum is fixed.
// Prelude: ../plans/neighbor_group_sum.wgsl
// Needs: target words ALONE | row of y, or a number of partial.
// Shapes: y panel of vectors, partial [groups that share a row, columns].
@group(0) @binding(5) var<storage, read_write> y: array<vec4f>;
@group(0) @binding(6) var<storage, read_write> partials: array<vec4f>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let item = itemOf(group, groups, local);
  if (item >= launch.items) { return; }
  let begin = items[item].x;
  let end = items[item + 1u].x;
  let to = items[item].y;
  for (var column = local % LANES; column < launch.columns; column += LANES) {
    let sum = groupSum(begin, end, column);
    if ((to & ALONE) != 0u) {
      y[(to & ~ALONE) * launch.yStride + launch.yOffset + column] = sum;
    } else {
      partials[to * launch.columns + column] = sum;
    }
  }
}
`;var vi=Je+Ei,ki=q("webgpu",kt,{source:fr(vi),parameters:Xe,tunedBy:Ye(kt.id),needs:t=>ei(t,6),prepare(t,e,r){return Se(kt.id,e),ti(t,e,{label:kt.id,source:vi,matrix:e.matrix,parameters:r,clears:!0})}});var mr={id:"neighbor-group-cas",origin:{paper:"eppgcn",section:"Figure 2"},mapping:{wasm:"a thread takes blocks of neighbour groups; a group that shares its row sums in scratch memory and adds each column by compare-exchange of the float's bits (a thread stands for many warps: fewer collide)",x86:"as on wasm, a group in passes of up to eight or sixteen accumulators, its sums on the stack",webgpu:"a group of neighbours is one work item; groups of a row add to it by compare-exchange"}};var Ai=`// y[r, :] += s[g, :]      neighbour groups, written back by a compare-exchange loop on the bits of y.
// One group of neighbours is one work item; groups of one row race for it and retry until they win. WGSL has
// no float atomics, so this overstates what CUDA's atomicAdd costs. The order of a sum varies: not
// bit-repeatable.
// Prelude: ../plans/neighbor_group_sum.wgsl
// Needs: y cleared; target words row of y, with ALONE where stored without a race.
// Shapes: y panel of floats, as bits.
@group(0) @binding(5) var<storage, read_write> y: array<atomic<u32>>;

fn add(at: u32, value: f32) {
  var old = atomicLoad(&y[at]);
  loop {
    let tried = atomicCompareExchangeWeak(&y[at], old, bitcast<u32>(bitcast<f32>(old) + value));
    if (tried.exchanged) { break; }
    old = tried.old_value;
  }
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let item = itemOf(group, groups, local);
  if (item >= launch.items) { return; }
  let begin = items[item].x;
  let end = items[item + 1u].x;
  let row = items[item].y & ~ALONE;
  let alone = (items[item].y & ALONE) != 0u;
  for (var column = local % LANES; column < launch.columns; column += LANES) {
    let sum = groupSum(begin, end, column);
    let at = 4u * (row * launch.yStride + launch.yOffset + column);
    for (var i = 0u; i < 4u; i++) {
      if (alone) {
        atomicStore(&y[at + i], bitcast<u32>(sum[i]));
      } else {
        add(at + i, sum[i]);
      }
    }
  }
}
`;var Mi=Je+Ai,Oi=q("webgpu",mr,{source:Mi,parameters:Xe,needs:t=>({workgroupBytes:0,workgroupInvocations:ve(t),storageBindings:5}),prepare(t,e,r){let{matrix:o,x:n,y:i}=e;ae(e),Se(mr.id,e);let s=ie(n,i);return ne(t,async a=>{let c=Ve(t,a,{matrix:o,groupSize:r.groupSize,width:te(s)*4,partials:1/0,word:l=>l}),u=[];for(let l of c.chunks)for(let f of s){let d=Ie(l,{label:mr.id,source:Mi,parameters:r,pair:f,bound:[f.y],weighted:c.weighted});u.push(await a.dispatch(d))}return{run:()=>{for(let{buffer:l}of i.panels)t.clear(l);for(let l of u)l()},facts:Qe(c,{atomics:lr(c,s),dispatches:u.length})}})}});var Lo=`// bound[c] = max over rows r of |x[r, c]|      the largest magnitude of each column, exact.
// LANES invocations share a row, each takes a vector of four columns; a group strides over ROWS rows, gathers
// its maxima in workgroup memory and gives them to bound by one atomicMax a column: bits of floats >= 0 order
// as the floats do.
// Needs: bound cleared; a NaN counts as more than infinity.
// Shapes: x panel of vectors, bound [4 * stride] of floats, as bits.
override WORKGROUP: u32 = 256u;
override LANES: u32 = 16u;
override ROWS: u32 = 1024u;

struct Launch {
  rows: u32,
  columns: u32,  // vectors of four floats of a row of x
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> x: array<vec4f>;
@group(0) @binding(2) var<storage, read_write> bound: array<atomic<u32>>;

var<workgroup> gathered: array<atomic<u32>, 4u * LANES>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let blocks = (launch.columns + LANES - 1u) / LANES;
  let index = group.y * groups.x + group.x;
  let column = index % blocks * LANES + local % LANES;
  let first = index / blocks * ROWS;
  let end = min(first + ROWS, launch.rows);
  var most = vec4u(0u);
  if (column < launch.columns && local / LANES < WORKGROUP / LANES) {
    for (var row = first + local / LANES; row < end; row += WORKGROUP / LANES) {
      most = max(most, bitcast<vec4u>(x[row * launch.columns + column]) & vec4u(0x7fffffffu));
    }
  }
  for (var i = 0u; i < 4u; i++) { atomicMax(&gathered[local % LANES * 4u + i], most[i]); }
  workgroupBarrier();
  if (local < LANES && column < launch.columns) {
    for (var i = 0u; i < 4u; i++) { atomicMax(&bound[4u * column + i], atomicLoad(&gathered[4u * local + i])); }
  }
}
`;var _i=Lo,Ni=256,Uo=16,Ri=1024,$o={workgroupBytes:16*Uo,workgroupInvocations:Ni,storageBindings:2};async function Ti(t,e,{reserve:r,dispatch:o}){let n=new Map,i=[];for(let{stride:s,buffer:a}of e.panels){let c=s/4,u=r("column bound",s*4);n.set(a,u);let l=await o({label:"column-bound",source:Lo,constants:{WORKGROUP:Ni,LANES:Uo,ROWS:Ri},launch:{rows:e.rows,columns:c},buffers:[a,u],groups:Math.ceil(c/Uo)*Math.ceil(e.rows/Ri),multiplyAdds:e.rows*s});i.push(()=>{t.clear(u),e.rows>0&&l()})}return{bounds:n,dispatches:i}}async function Xf(t,{matrix:e,x:r}){let{rowPtr:o,colIdx:n,values:i}=e,s=i?.findIndex(u=>!Number.isFinite(u))??-1;if(s>=0){let u=o.findIndex(l=>l>s)-1;return`${i[s]} in row ${u}, column ${n[s]} of the matrix`}let a=await So(t,r),c=a.findIndex(u=>!Number.isFinite(u));if(!(c<0))return`${a[c]} in row ${Math.floor(c/r.cols)}, column ${c%r.cols} of X`}async function Ii(t,e,r){let o=await Xf(e,r);if(o!==void 0)throw new J({action:`prepare kernel "${t}"`,current:o,wanted:"finite numbers: they have to fit a fixed point",next:"use neighbor-group, which sums floats"})}var At={id:"neighbor-group-fixed",mapping:{wasm:"a thread takes blocks of neighbour groups; a group that shares its row sums in scratch memory and adds each column as an integer, scaled by a power of two a row and column, that a last phase turns into floats",x86:"as on wasm, a group in passes of up to eight or sixteen accumulators, its sums on the stack",webgpu:"a group of neighbours is one work item; groups of a row add to it by integer atomics"}};function Pi({rowPtr:t,values:e},r){let o=t[r],n=t[r+1];if(!e)return n-o;let i=0;for(let s=o;s<n;s++)i+=Math.abs(e[s]);return i}var Co=`// S = 2^k, the largest with S * w * b * (1 + 2^-6) < 2^31      the scale of a row's fixed-point sum.
// Prelude of neighbor_group_fixed.wgsl and fixed_to_float.wgsl. With w the sum of a row's |values| and b the
// largest |x| of a column, |sum| <= w * b, and the slack holds the rounding of up to 2^24 groups: no sum
// overflows.
// Needs: nothing; k stays in [-126, 126], above which terms are far below any tolerance.
// Shapes: w one number a row, b and S four columns.
fn exponentField(x: vec4f) -> vec4u { return (bitcast<vec4u>(x) >> vec4u(23u)) & vec4u(255u); }

fn boundExponent(weight: f32, bound: vec4f) -> vec4u { return exponentField(weight * bound * 1.015625); }

// Whether w or b is not finite, or their product may pass float32: by bits alone, which no assumption of WGSL
// touches.
fn unbounded(weight: f32, bound: vec4f) -> vec4<bool> {
  let w = exponentField(vec4f(weight));
  let b = exponentField(bound);
  return (w == vec4u(255u)) | (b == vec4u(255u)) | (w + b >= vec4u(127u + 252u));
}

// Biased exponent of S: a bound with biased exponent E is below 2^(E - 126), so k = 31 - (E - 126).
fn scaleField(weight: f32, bound: vec4f) -> vec4u {
  return clamp(vec4u(284u) - boundExponent(weight, bound), vec4u(1u), vec4u(253u));
}

fn powerOfTwo(field: vec4u) -> vec4f { return bitcast<vec4f>(field << vec4u(23u)); }
`;var Li=`// y[r, :] = y[r, :] / S[r, :], from integers to floats      second pass of the fixed-point neighbour groups.
// One invocation a shared row and vector of four columns; what has no finite bound becomes NaN. The other
// entry point counts sums of |terms| that are so few quanta that rounding to them could fail the check.
// Prelude: fixed_scale.wgsl
// Needs: nothing. Rows that the next chunk goes on with are left to it.
// Shapes: y panel of vectors, bound [xStride], rows [shared rows] of (row, bits of sum |v|, least quanta,
// flags).
override WORKGROUP: u32 = 128u;

const UNFINISHED = 2u;
const NAN_BITS = 0x7fc00000i;

struct Launch {
  rows: u32,     // shared rows of this chunk
  columns: u32,  // all in vectors of four floats
  xOffset: u32,
  yStride: u32,
  yOffset: u32,
}

@group(0) @binding(0) var<uniform> launch: Launch;
@group(0) @binding(1) var<storage, read> rows: array<vec4u>;
@group(0) @binding(2) var<storage, read> bound: array<vec4f>;
@group(0) @binding(3) var<storage, read_write> y: array<vec4i>;
@group(0) @binding(4) var<storage, read_write> lossy: atomic<u32>;

fn invocation(group: vec3u, groups: vec3u, local: u32) -> u32 {
  return (group.y * groups.x + group.x) * WORKGROUP + local;
}

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let place = invocation(group, groups, local);
  if (place / launch.columns >= launch.rows) { return; }
  let row = rows[place / launch.columns];
  if ((row.w & UNFINISHED) != 0u) { return; }
  let column = place % launch.columns;
  let top = bound[launch.xOffset + column];
  let inverse = powerOfTwo(vec4u(254u) - scaleField(bitcast<f32>(row.y), top));
  let at = row.x * launch.yStride + launch.yOffset + column;
  let sum = bitcast<vec4i>(vec4f(y[at]) * inverse);
  y[at] = select(sum, vec4i(NAN_BITS), unbounded(bitcast<f32>(row.y), top));
}

@compute @workgroup_size(WORKGROUP)
fn countLossy(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let place = invocation(group, groups, local);
  if (place / launch.columns >= launch.rows) { return; }
  let row = rows[place / launch.columns];
  if ((row.w & UNFINISHED) != 0u) { return; }
  let column = place % launch.columns;
  let quanta = bitcast<vec4u>(y[row.x * launch.yStride + launch.yOffset + column]);
  // No quantum at all means no term at all: sums of magnitudes are rounded up.
  let few = (quanta != vec4u(0u)) & (quanta < vec4u(row.z));
  let infinite = unbounded(bitcast<f32>(row.y), bound[launch.xOffset + column]);
  if (any(few | infinite)) { atomicAdd(&lossy, 1u); }
}
`;var $i=Co,Go=Co+Li,Zf=2**32-1,Ui=128;function ed(t,e){return t===0?0:Math.min(Zf,Math.ceil(1.01*t*2**23/(e+2)+t))}function Ci(t,e,{shared:r}){let{rowPtr:o}=t,n=r.slice(),i=new Float32Array(n.buffer);for(let s=0;s<n.length;s+=4){let a=n[s];i[s+1]=Pi(t,a),n[s+2]=ed(e[a+1]-e[a],o[a+1]-o[a])}return n}function Bo({rows:t,bound:e,pair:r},o){let{vectors:n,xOffset:i,yStride:s,yOffset:a}=r,c=t.bytes/(4*4);return{label:"fixed-to-float",source:Go,entry:o?"countLossy":"main",constants:{WORKGROUP:Ui},launch:{rows:c,columns:n,xOffset:i,yStride:s,yOffset:a},buffers:[t,e,r.y,...o?[o]:[]],groups:Math.ceil(c*n/Ui),multiplyAdds:c*n*4}}async function Gi(t,{before:e,magnitudes:r,passes:o}){let n=t.allocate("lossy sums",4);try{t.write(n,Uint32Array.of(0));let i=[...r,...o.map(c=>Bo(c,n))],{run:s,destroy:a}=await Ms(t,()=>i);try{for(let c of[...e,s])c();return new Uint32Array(await t.read(n))[0]}finally{a()}}finally{t.free(n)}}var Bi=`// y[r, :] += round(S[r, :] * s[g, :]), as integers
// Neighbour groups, written back by the native i32 atomicAdd. One group of neighbours is one work item;
// integer sums are the same in any order, so the result is bit-repeatable. fixed_to_float.wgsl turns the sums
// of shared rows into floats; the nearest that WGSL has to CUDA's atomicAdd.
// Prelude: ../plans/neighbor_group_sum.wgsl, fixed_scale.wgsl
// Needs: y cleared; target words ALONE | row, or index of rows.
// Shapes: y panel of 32-bit words, bound [xStride] of |x|, rows [shared rows] of (row, bits of sum |v|, ...).
@group(0) @binding(5) var<storage, read_write> y: array<atomic<i32>>;
@group(0) @binding(6) var<storage, read> bound: array<vec4f>;
@group(0) @binding(7) var<storage, read> rows: array<vec4u>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let item = itemOf(group, groups, local);
  if (item >= launch.items) { return; }
  let begin = items[item].x;
  let end = items[item + 1u].x;
  let word = items[item].y;
  for (var column = local % LANES; column < launch.columns; column += LANES) {
    let sum = groupSum(begin, end, column);
    let place = launch.yOffset + column;
    if ((word & ALONE) != 0u) {
      let at = 4u * ((word & ~ALONE) * launch.yStride + place);
      for (var i = 0u; i < 4u; i++) { atomicStore(&y[at + i], bitcast<i32>(sum[i])); }
    } else {
      let row = rows[word];
      let scaled = sum * powerOfTwo(scaleField(bitcast<f32>(row.y), bound[launch.xOffset + column]));
      var quanta = vec4i(round(scaled));
      if (MAGNITUDE) { quanta = vec4i(ceil(scaled)); }
      let at = 4u * (row.x * launch.yStride + place);
      for (var i = 0u; i < 4u; i++) { atomicAdd(&y[at + i], quanta[i]); }
    }
  }
}
`;var Di=Je+$i+Bi,Wi=2**24,Fi=q("webgpu",At,{source:Di+Go+_i,parameters:Xe,needs:t=>({workgroupBytes:$o.workgroupBytes,workgroupInvocations:Math.max($o.workgroupInvocations,ve(t)),storageBindings:7}),prepare(t,e,r){let{matrix:o,x:n,y:i}=e;ae(e),Se(At.id,e);let s=ie(n,i);return ne(t,async a=>{let c=Ve(t,a,{matrix:o,groupSize:r.groupSize,width:te(s)*4,partials:1/0,word:(w,y,b)=>b});rd(c.groups.groupPtr);let{bounds:u,dispatches:l}=await Ti(t,n,a),f=[],d=[],m=[],h=[];for(let w of c.chunks){let y=Ci(o,c.groups.groupPtr,w),b=a.reserve("shared rows",Math.max(16,y.byteLength));t.write(b,y);for(let x of s){let O=u.get(x.x),M={label:At.id,source:Di,parameters:r,pair:x,bound:[x.y,O,b],weighted:c.weighted};if(f.push(await a.dispatch(Ie(w,M))),y.length===0)continue;let S={rows:b,bound:O,pair:x};d.push(await a.dispatch(Bo(S))),m.push(Ie(w,{...M,magnitude:!0})),h.push(S)}}let p=()=>{for(let{buffer:w}of i.panels)t.clear(w)},g=await Gi(t,{before:[p,...l],magnitudes:m,passes:h});if(g>0)throw await Ii(At.id,t,e),od(g);return{run:()=>{for(let w of[p,...l,...f,...d])w()},facts:Qe(c,{atomics:lr(c,s),dispatches:l.length+f.length+d.length})}})}});function rd(t){for(let e=0;e+1<t.length;e++)if(!(t[e+1]-t[e]<=Wi))throw new J({action:'prepare kernel "neighbor-group-fixed"',current:`${t[e+1]-t[e]} groups in row ${e}`,wanted:`at most ${Wi}, so that their sum fits 32 bits`,next:"take larger groups, or the kernel neighbor-group"})}function od(t){return new J({action:'prepare kernel "neighbor-group-fixed"',current:`${t} vectors of sums that 32-bit fixed point resolves too coarsely`,wanted:"features of similar size within a column",next:"take larger groups, or the kernel neighbor-group"})}var zi={id:"row-split",mapping:{wasm:"a thread takes blocks of rows; a row's columns go in passes of 32 through eight vector accumulators",x86:"a thread takes blocks of rows; a row's columns go in passes of up to eight accumulators of eight or sixteen columns, with requests ahead for rows of X",webgpu:"neighbouring lanes share a row and stride over its columns, two or four at a time"}};var qi=`// y[r, :] = sum over nonzeros (r, c, v) of v * x[c, :]      CSR SpMM, each row split over neighbouring lanes.
// LANES invocations share a row: lane l sums the columns l, l + LANES, ... (in vectors of two, four or eight),
// so that a row of x is read in consecutive loads of 8 or 16 bytes and a nonzero's column by all lanes at once.
// A group holds WORKGROUP / LANES rows.
// Prelude: ../plans/csr_rows.wgsl, ../plans/lane_columns_webgpu/f32_by_four.wgsl, ../plans/lane_columns_webgpu/row_sum.wgsl
// or the columns of another format or load beside f32_by_four.wgsl.
// Needs: strides and offsets in whole vectors, x padded with zeros.
override WORKGROUP: u32 = 64u;
override LANES: u32 = 16u;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let rowsPerGroup = WORKGROUP / LANES;
  let rowInGroup = local / LANES;
  let row = (group.y * groups.x + group.x) * rowsPerGroup + rowInGroup;
  if (rowInGroup >= rowsPerGroup || row >= launch.rows) { return; }
  let begin = rowBegin(row);
  let end = rowEnd(row);

  for (var column = local % LANES; column < launch.columns; column += LANES) {
    let to = (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
    var start = Columns();
    if (continuesRow(row)) { start = y[to]; }
    y[to] = rowSum(begin, end, launch.xOffset + column, start);
  }
}
`;var sd=Be(Ee),Do=64,id={...xe,meaning:`invocations of a workgroup; 0 takes ${Do}, or 128 or 256 for rows of more lanes`,default:0,range:[0,xe.range[1]]};function ad(t,e){let r=Do;for(;r<t&&2*r<=Math.min(e,xe.range[1]);)r*=2;return r}function Wo(t){let{id:e,features:r="f32"}=t,o=vt(r,qi);return q("webgpu",t,{source:o.source,parameters:{workgroup:id,load:ur},...r==="f32"&&{tunedBy:Ye(e)},needs:({workgroup:n})=>sd({workgroup:n||Do}),prepare:(n,i,{workgroup:s,load:a})=>ue(n,i,{label:e,features:r,map:c=>{let u=n.limits.workgroupInvocations,l=s||ad(o.formFor(c,{load:a,workgroup:u}).lanes,u),{lanes:f,...d}=o.formFor(c,{load:a,workgroup:l}),m=Math.floor(l/f);return{...d,constants:{WORKGROUP:l,LANES:f},groups:h=>Math.ceil(h/m)}}})})}var Hi=Wo(zi);var Ki={id:"row-split-bf16",mapping:{x86:"as row-split, over features rounded to bf16, which are widened to float32 as they are loaded",webgpu:"as row-split, over features rounded to bf16, eight to a load of 16 bytes where rows have whole eights"},features:"bf16"};var ji=Wo(Ki);var Fo={id:"row-split-scalar",mapping:{wasm:"a thread takes blocks of rows and computes one entry of the result after the other",x86:"a thread takes blocks of rows and computes one entry of the result after the other",webgpu:"one invocation computes one entry of the result"}};var Yi=`// y[r, j] = sum over nonzeros (r, c, v) of v * x[c, j]      CSR SpMM, one invocation an entry of y.
// Neighbouring invocations take neighbouring columns of one row, each by scalar loads, one nonzero after the
// other: the mapping that every other one is measured against.
// Prelude: ../plans/csr_rows.wgsl
// Needs: x padded with zeros up to its stride.
// Shapes: x and y panels of floats, row-major.
override WORKGROUP: u32 = 64u;

@group(0) @binding(4) var<storage, read> x: array<f32>;
@group(0) @binding(5) var<storage, read_write> y: array<f32>;

@compute @workgroup_size(WORKGROUP)
fn main(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32,
) {
  let entry = (group.y * groups.x + group.x) * WORKGROUP + local;
  let row = entry / launch.columns;
  if (row >= launch.rows) { return; }
  let column = entry % launch.columns;
  let to = (launch.firstRow + row) * launch.yStride + launch.yOffset + column;
  var sum = 0.0;
  if (continuesRow(row)) { sum = y[to]; }
  let end = rowEnd(row);
  for (var e = rowBegin(row); e < end; e++) {
    sum += weight(e) * x[colIdx[e] * launch.xStride + launch.xOffset + column];
  }
  y[to] = sum;
}
`;var Vi=ce+Yi,Xi=q("webgpu",Fo,{source:Vi,parameters:{workgroup:xe},needs:Be(Ee),prepare:(t,e,{workgroup:r})=>ue(t,e,{label:Fo.id,map:({vectors:o})=>({source:Vi,vector:1,constants:{WORKGROUP:r},groups:n=>Math.ceil(n*o*4/r)})})});var Mt=[Si,Xi,bi,qs,Oi,Fi,ki,Cs,ji,Hi,hi,mi];var Ze=2;var Ji=["schema","session","profile","suite","paper","artifact","cell","contender","vs","dataset","dataset_kind","dataset_hash","model","backend","adapter_kind","threads","factors","metric","unit","n","median","mad","ci_lo","ci_hi","source","timer","roofline_share","rel_err","tolerance","checked_rows","seed","commit","attempt","status","reason","isa","webgpu","ranks"];var Qi=["session","cell","metric","unit","attempt","preparation","round","calls","value"],Zi=["session","paper","artifact","published_id","metric","unit","dataset","model","system","config","relation","published","measured","ci_lo","ci_hi","source","cell","dataset_kind","judgement","reason"],ea=["differs","analogue-contradicts","inconclusive","reproduced","analogue-supports","holds","out-of-regime","not-run"],ta=["session","paper","artifact","claim_id","tier","statement","check","verdict","source","dataset_kind","effect","ci_lo","ci_hi","p","p_holm","evidence","reason","premise"];function Z(t){let e=new Uint32Array(t);for(let r=0;r<t;r++)e[r]=r;return e}var ud=466688986;function pr(t,e,r,o,n){let i=ud^t^e,s=r+t|0,a=o+e|0;s=s+a|0,a=(a<<13|a>>>19)^s,s=s+a|0,a=(a<<15|a>>>17)^s,s=s+a|0,a=(a<<26|a>>>6)^s,s=s+a|0,a=(a<<6|a>>>26)^s,s=s+e|0,a=a+i+1|0,s=s+a|0,a=(a<<17|a>>>15)^s,s=s+a|0,a=(a<<29|a>>>3)^s,s=s+a|0,a=(a<<16|a>>>16)^s,s=s+a|0,a=(a<<24|a>>>8)^s,s=s+i|0,a=a+t+2|0,s=s+a|0,a=(a<<13|a>>>19)^s,s=s+a|0,a=(a<<15|a>>>17)^s,s=s+a|0,a=(a<<26|a>>>6)^s,s=s+a|0,a=(a<<6|a>>>26)^s,s=s+t|0,a=a+e+3|0,s=s+a|0,a=(a<<17|a>>>15)^s,s=s+a|0,a=(a<<29|a>>>3)^s,s=s+a|0,a=(a<<16|a>>>16)^s,s=s+a|0,a=(a<<24|a>>>8)^s,s=s+e|0,a=a+i+4|0,s=s+a|0,a=(a<<13|a>>>19)^s,s=s+a|0,a=(a<<15|a>>>17)^s,s=s+a|0,a=(a<<26|a>>>6)^s,s=s+a|0,a=(a<<6|a>>>26)^s,s=s+i|0,a=a+t+5|0,n[0]=s,n[1]=a}function ld(t){return(t>>>8)*2**-24}function fd(t){let e=2166136261;for(let r=0;r<t.length;r++)e=Math.imul(e^t.charCodeAt(r),16777619);return e>>>0}var $=class{#e;#t;#r=new Uint32Array(2);#n=0;#s=!1;constructor(e,r){this.#e=e>>>0,this.#t=fd(r)}uint32(){return this.#s?(this.#s=!1,this.#r[1]):(pr(this.#e,this.#t,this.#n>>>0,Math.floor(this.#n/2**32),this.#r),this.#n++,this.#s=!0,this.#r[0])}fill(e){let r=this.#e,o=this.#t,n=this.#r,i=0;this.#s&&e.length>0&&(e[i++]=this.uint32());let s=this.#n;for(;i+1<e.length;i+=2,s++)pr(r,o,s>>>0,Math.floor(s/2**32),n),e[i]=n[0],e[i+1]=n[1];this.#n=s,i<e.length&&(e[i]=this.uint32())}seek(e){this.#n=Math.floor(e/2),this.#s=!1,e%2===1&&this.uint32()}uniform(){return ld(this.uint32())}below(e){if(!(Number.isInteger(e)&&e>=1&&e<=2**32))throw new P({action:"draw a random integer",current:`the bound ${e}`,wanted:"an integer from 1 to 2^32",next:"check that what is drawn from is not empty"});for(;;){let r=this.uint32(),o=r%e;if(r-o<=2**32-e)return o}}normal(){return Math.sqrt(-2*Math.log(1-this.uniform()))*Math.cos(2*Math.PI*this.uniform())}shuffle(e){for(let r=e.length-1;r>0;r--){let o=this.below(r+1),n=e[r];e[r]=e[o],e[o]=n}return e}};function et(t,e){return e.shuffle(Z(t))}function ra(t,e){let r=(t.length-1)*e,o=Math.floor(r),n=r-o,i=t[o];if(n===0)return i;let s=t[o+1];return i===s?i:Math.min(s,Math.max(i,(1-n)*i+n*s))}var dd=40;function oa(t){if(t.length>dd)return t.sort();for(let e=0;e<t.length;e++){let r=t[e];if(Number.isNaN(r))return t.sort();let o=e;for(;o>0&&t[o-1]>r;o--)t[o]=t[o-1];t[o]=r}return t}function Ot(t,e){if(!(e>=0&&e<=1))throw new P({action:"take a quantile",current:`p = ${e}`,wanted:"a number from 0 to 1",next:"pass a share, not a percentage"});let r=oa(t instanceof Float64Array?t.slice():Float64Array.from(t)),o=r.length;return o===0||Number.isNaN(r[o-1])?NaN:ra(r,e)}function Y(t){return Ot(t,.5)}function se(t){let e=oa(t),r=e.length;return r===0||Number.isNaN(e[r-1])?NaN:ra(e,.5)}var na={lo:-1/0,hi:1/0};function sa({confidence:t=.95,resamples:e=2e3}){if(t>0&&t<1&&Number.isInteger(e)&&e>0)return{confidence:t,resamples:e};throw new P({action:"draw a bootstrap interval",current:`confidence ${t} and ${e} resamples`,wanted:"a confidence between 0 and 1 and at least one resample",next:"correct the options"})}function ia(t,e){return{lo:Ot(t,(1-e)/2),hi:Ot(t,(1+e)/2)}}function zo(t,e){let{confidence:r,resamples:o}=sa(t),n=new $(t.seed,"bootstrap");return ia(Float64Array.from({length:o},()=>e(n)),r)}function Rt(t,e,r){let o=t.length;if(o<2)return na;let n=new Float64Array(o),{confidence:i,resamples:s}=sa(r);if(o**o<=s){let a=Float64Array.from({length:o**o},(c,u)=>{for(let l=0,f=u;l<o;l++,f=Math.floor(f/o))n[l]=t[f%o];return e(n)});return ia(a,i)}return zo(r,a=>{for(let c=0;c<o;c++)n[c]=t[a.below(o)];return e(n)})}var md=8;function qo(t,e){let r=t.length,o=Float64Array.from(t).sort();if(r<=md||Number.isNaN(o[r-1]))return Rt(t,se,e);let n=Uint32Array.from(t,u=>o.indexOf(u)),i=new Uint32Array(r),s=new Float64Array(2),a=r-1>>1,c=r>>1;return zo(e,u=>{i.fill(0);for(let d=0;d<r;d++)i[n[u.below(r)]]++;let l=0,f=i[0];for(;f<=a;)f+=i[++l];for(s[0]=o[l];f<=c;)f+=i[++l];return s[1]=o[l],se(s)})}function _t(t,e,r){let o=t.filter(a=>a.length>0),[n,...i]=o;if(n===void 0||o.reduce((a,c)=>a+c.length,0)<2)return na;if(i.length===0)return Rt(n,e,r);let s=pd(o);return zo(r,a=>e(s(a)))}function pd(t){let e=t.reduce((o,n)=>Math.max(o,n.length),0),r=new Float64Array(e*t.length);return o=>{let n=0;for(let i=0;i<t.length;i++){let s=t[o.below(t.length)];for(let a=0;a<s.length;a++)r[n++]=s[o.below(s.length)]}return r.subarray(0,n)}}function tt(t,e){return Map.groupBy(t,e)}function Pe(t){let e=Y(t);return Y(Float64Array.from(t,r=>Math.abs(r-e)))}function wd(t){if(t.length===0)return NaN;let e=Float64Array.from(t).sort(),r=e[e.length-1>>1],o=e[e.length>>1];return r===o?r:Math.sqrt(r*o)}function ke(t,e){let r=t.length,o=tt(t,l=>l.preparation),n=o.size,i=l=>Math.log(l.numerator)-Math.log(l.denominator);if(!t.map(i).every(Number.isFinite))return{n:r,preparations:n,median:NaN,mad:NaN,ciLo:NaN,ciHi:NaN};let a=[...o.values()].map(l=>l.map(i)),c=_t(a,se,e),u=t.map(l=>l.numerator/l.denominator);return{n:r,preparations:n,median:wd(u),mad:Pe(u),ciLo:Math.exp(c.lo),ciHi:Math.exp(c.hi)}}function hr(t,e){let r=[];for(let o=t;o<e;o+=8)r.push(o);return[...r,e]}function Ko(t,e,r){return ke(aa(t,e),{seed:r})}function aa(t,e){let r=new Map(e.map(o=>[o.round,o]));return t.flatMap(({round:o,preparation:n,value:i})=>{let s=r.get(o);return s===void 0?[]:[{preparation:n,numerator:i,denominator:s.value}]})}function Nt(t,e,r){if(e===void 0)return qo(t,r);let o=tt(t.entries(),([n])=>e[n]).values();return _t(Array.from(o,n=>n.map(([,i])=>i)),se,r)}var he="sentinel";function Ed({contender:t,metric:e}){return t===he&&e===he}function ca(t,e){let r=new Map;for(let c of t)Ed(c)&&c.attempt>=(r.get(c.cell)?.attempt??0)&&r.set(c.cell,c);let o=[...r.values()].flatMap(c=>{let{median:u,ci_lo:l=u,ci_hi:f=u}=c;return u!==void 0&&u>0?[{row:c,ms:u,lo:l,hi:f}]:[]});if(o.length===0)return;let n=Y(o.map(c=>c.ms)),i=1+e,[s,a]=[o.reduce((c,u)=>u.ms<c.ms?u:c),o.reduce((c,u)=>u.ms>c.ms?u:c)];return{readings:o.map(c=>({row:c.row,ratio:c.ms/n,lo:c.lo/n,hi:c.hi/n,moved:c.lo/n>i||c.hi/n<1/i})),ms:n,drift:a.ms/s.ms,lo:a.lo/s.hi,hi:a.hi/s.lo}}function Yo(t){let e=typeof t=="object"?t?.constructor?.name??"object":typeof t;throw new C({action:"make a content key",current:typeof t=="number"?`the number ${t}`:`a value of type ${e}`,wanted:"plain objects, arrays, texts, finite numbers, booleans and null",next:"digest bytes with sha256 first, and name what is not finite"})}function rt(t){if(t===null||typeof t=="boolean"||typeof t=="string")return JSON.stringify(t);if(typeof t=="number")return Number.isFinite(t)?JSON.stringify(t):Yo(t);if(Array.isArray(t))return`[${t.map(rt).join(",")}]`;if(typeof t!="object")return Yo(t);let e=Object.getPrototypeOf(t);return e!==Object.prototype&&e!==null?Yo(t):`{${Object.entries(t).filter(([,o])=>o!==void 0).sort(([o],[n])=>o<n?-1:1).map(([o,n])=>`${JSON.stringify(o)}:${rt(n)}`).join(",")}}`}async function Ae(t){let e=typeof t=="string"?new TextEncoder().encode(t):t,r=await crypto.subtle.digest("SHA-256",e);return new Uint8Array(r).toHex()}async function wr(t){return await Ae(rt(t))}var vd=/[",\r\n]|^\ufeff/;function Vo(t){return t.length===1&&String(t[0]??"")===""?`""
`:t.map(e=>{let r=String(e??"");return vd.test(r)?`"${r.replaceAll('"','""')}"`:r}).join(",")+`
`}var kd=/^'*[=+\-@\t\r\n]/;var Ad=/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;function ua(t){return kd.test(t)&&!Ad.test(t)?`'${t}`:t}var Xo=["measured","simulated","modelled"],Jo=["real","stand-in",""],Tt={file:"rows.csv",columns:Ji,kinds:{schema:"number",dataset_kind:Jo,adapter_kind:["hardware","software","none"],threads:"number",n:"number",median:"optional",mad:"optional",ci_lo:"optional",ci_hi:"optional",source:Xo,roofline_share:"optional",rel_err:"optional",tolerance:"optional",checked_rows:"optional",seed:"number",attempt:"number",status:["ok","wrong","oom","skipped","failed"],ranks:"optional"},added:["isa","webgpu","ranks"]},It={file:"samples.csv",columns:Qi,kinds:{attempt:"number",preparation:"number",round:"number",calls:"number",value:"number"}},Qo={file:"comparison.csv",columns:Zi,kinds:{measured:"optional",ci_lo:"optional",ci_hi:"optional",source:[...Xo,""],dataset_kind:Jo}},Zo={file:"claims.csv",columns:ta,kinds:{verdict:ea,source:[...Xo,""],dataset_kind:Jo,effect:"optional",ci_lo:"optional",ci_hi:"optional",p:"optional",p_holm:"optional"},added:["premise"]};function Pt(t){return Vo(t.columns)}function en(t,e){return e.map(r=>Vo(t.columns.map(o=>ua(String(r[o]??""))))).join("")}async function la(t,{session:e,attempt:r,run:o}){let{suite:n,workload:i,key:s,subject:a,seconds:c,checkSeconds:u,tuned:l=[]}=t,f=t.rows.map(p=>({...p,schema:Ze,session:e,attempt:r})),d=t.samples.map(p=>({...p,session:e,attempt:r})),m={rows:en(Tt,f),samples:en(It,d)},h={suite:n,workload:i,key:s,...a===void 0?{}:{subject:a},attempt:r,...o===void 0?{}:{run:o},rows:f.length,samples:d.length,finished:new Date().toISOString(),...c===void 0?{}:{seconds:c},...u===void 0?{}:{checkSeconds:u},...l.length>0&&{tuned:l},digest:{rows:await Ae(m.rows),samples:await Ae(m.samples)}};return{rows:f,samples:d,lines:m,entry:h}}var br=2**32-1;function Md(t,e){let{vertices:r,source:o,target:n}=t,i=(s,a)=>{throw new C({action:"build a graph from an edge list",current:s,wanted:a,next:"renumber the vertices from 0 and pass their number as `vertices`"})};(!Number.isInteger(r)||r<0||r>br)&&i(`${r} vertices`,`a whole number from 0 to ${br}`),(!Number.isInteger(e)||e<0||e>o.length||e>n.length)&&i(`${e} edges in arrays of ${o.length} and ${n.length}`,"two arrays at least as long"),t.count===void 0&&o.length!==n.length&&i(`${o.length} sources and ${n.length} targets`,"as many of the one as of the other");for(let s=0;s<e;s++)(o[s]>=r||n[s]>=r)&&i(`edge ${s} from ${o[s]} to ${n[s]}`,`ids below ${r}`)}function ot(t){let{vertices:e,source:r,target:o,symmetrise:n=!1,selfLoops:i="keep"}=t,s=t.count??r.length;if(Md(t,s),s*(n?2:1)+e>br)throw new F({action:"build a graph from an edge list",current:`${s} edges, ${n?"both directions":"one direction"}`,wanted:`at most ${br} stored entries`,next:"use a smaller graph"});let a={vertices:e,source:r,target:o,count:s,selfLoops:i};return n?Rd(a):Od(a)}function Od({vertices:t,source:e,target:r,count:o,selfLoops:n}){let i=new Uint32Array(t+1);for(let p=0;p<o;p++)i[e[p]+1]++;for(let p=0;p<t;p++)i[p+1]+=i[p];let s=new Uint32Array(i[t]),a=i.slice(0,t);for(let p=0;p<o;p++)s[a[e[p]]++]=r[p];let c=a.fill(0),u=new Uint32Array(t+1),l=n==="drop",f=n==="add",d=0;for(let p=0;p<t;p++){let g=i[p],w=i[p+1];i[p]=d,f&&(c[p]=p+1,u[p+1]++);for(let y=g;y<w;y++){let b=s[y];c[b]===p+1||l&&p===b||(c[b]=p+1,u[b+1]++,s[d++]=b)}}i[t]=d;for(let p=0;p<t;p++)u[p+1]+=u[p];let m=new Uint32Array(u[t]),h=c;h.set(u.subarray(0,t));for(let p=0;p<t;p++){f&&(m[h[p]++]=p);for(let g=i[p];g<i[p+1];g++)m[h[s[g]]++]=p}return{rows:t,cols:t,rowPtr:u,colIdx:m}}function Rd({vertices:t,source:e,target:r,count:o,selfLoops:n}){let i=new Uint32Array(t+1),s=n==="drop";for(let d=0;d<o;d++)i[e[d]+1]++,i[r[d]+1]++;let a=n==="add"?1:0;for(let d=0;d<t;d++)i[d+1]+=i[d]+a;let c=new Uint32Array(i[t]),u=i.slice(0,t);for(let d=0;d<t&&a===1;d++)c[u[d]++]=d;for(let d=0;d<o;d++){let m=e[d],h=r[d];c[u[m]++]=h,c[u[h]++]=m}let l=0;for(let d=0,m=0;d<t;d++){let h=i[d+1];Nd(c,m,h);let p=l;for(let g=m;g<h;g++){let w=c[g];l>p&&c[l-1]===w||s&&w===d||(c[l++]=w)}m=h,i[d+1]=l}let f=l===c.length;return{rows:t,cols:t,rowPtr:i,colIdx:f?c:c.slice(0,l)}}var _d=32;function Nd(t,e,r){if(r-e>_d){t.subarray(e,r).sort();return}for(let o=e+1;o<r;o++){let n=t[o],i=o;for(;i>e&&t[i-1]>n;i--)t[i]=t[i-1];t[i]=n}}function le(t,e){if(t.rows!==t.cols)throw new C({action:e,current:`a matrix of ${t.rows} x ${t.cols}`,wanted:"as many columns as rows",next:"pass the adjacency of a whole graph or of a diagonal block"})}function Td(t){let{rows:e,cols:r}=t,o=new Uint32Array(e+1),n=new Uint32Array(B(t)+e),i=new Float32Array(n.length),s=0;for(let a=0;a<e;a++){let c=!0;for(let u=t.rowPtr[a];u<t.rowPtr[a+1];u++){let l=t.colIdx[u];c&&l>=a&&(c=!1,l>a&&(n[s]=a,i[s++]=1)),n[s]=l,i[s++]=t.values?t.values[u]:1}c&&(n[s]=a,i[s++]=1),o[a+1]=s}return{rows:e,cols:r,rowPtr:o,colIdx:n.slice(0,s),values:i.slice(0,s)}}function Id(t){let e=new Float64Array(t.rows);for(let r=0;r<t.rows;r++)for(let o=t.rowPtr[r];o<t.rowPtr[r+1];o++)e[r]+=t.values[o];return e}function yr(t){le(t,"normalise a graph for GCN");let e=Td(t),r=Id(e);for(let s=0;s<r.length;s++)r[s]=r[s]>0?1/Math.sqrt(r[s]):0;let{rowPtr:o,colIdx:n,values:i}=e;for(let s=0;s<e.rows;s++)for(let a=o[s];a<o[s+1];a++)i[a]*=r[s]*r[n[a]];return e}var Me=class{#e;#t;constructor(e){this.#e=e}async reach(e,r=20){let o=this.#e;if(o.backend!=="webgpu"||o.adapterKind!=="hardware"||e.time!==void 0||this.#t!==void 0&&this.#t===o.pauses)return;let n=1/0,i=0,s=r;for(let a=0;a<25&&i<2;a++){let c=Math.max(1,Math.min(1024,Math.ceil(20/Math.max(s,1e-6))));s=await o.time(e.run,c)/c,i=s<(1-.02)*n?0:i+1,n=Math.min(n,s)}this.#t=i<2?void 0:o.pauses}};var xr={"gpu-timestamp":2,"wall-slope":500,wall:20},tn=1024,Pd=4,rn=5;function on(t,e){return e.time?.bind(e)??(r=>t.time(e.run,r))}var Ld=100,fa=250,Ud=2;function nn(t){return t>=fa?1:Ud}async function da(t,e,r){if(!(r>=fa)){if(e.time!==void 0){await e.time(1);return}e.run(),await t.finish()}}function $d(t,e){let r=on(t,e),{timeScale:o=1}=e;return async n=>await r(n)/o}async function ma(t,e,r=new Me(t)){let o=async()=>{if(e.time!==void 0)return await e.time(1);let l=performance.now();return e.run(),await t.finish(),performance.now()-l},{timeScale:n=1}=e,i=t.waits,s=await o(),a=s/n,c={ms:s,waits:t.waits-i},u=a>=Ld?a:await o()/n;return await r.reach(e,u),{cold:c,warmMs:u}}function pa(t,e){return e.leastSampleMs!==void 0?e.leastSampleMs:e.time===void 0?t.shortestSampleMs??xr[t.timer]:xr.wall}async function ha(t,e,r){let o=$d(t,e),n=1,i=1/0;for(let s=0;s<Pd;s++){let a=await o(n);if(i=Math.min(i,a/n),a>=rn*r||s>0&&n*i>=r||n===tn)break;let u=Math.max(i,r/tn);n=Math.min(tn,Math.max(n,Math.ceil(1.1*r/u)))}return Math.max(n,nn(i))}var fe=class extends C{exitCode=we.interrupted;constructor(e,r="resume with the same --session: what is finished is not run again"){super({action:"go on",current:e,wanted:"no interruption",next:r})}};function Lt(t){let e=performance.now();return async()=>{t?.throwIfAborted(),!(t===void 0||performance.now()-e<50)&&(await new Promise(r=>setTimeout(r)),t.throwIfAborted(),e=performance.now())}}var Sr=class{#e;#t;#r=new Map;constructor(e,r){this.#t=e,this.#e=new $(r,"turns")}get failures(){return this.#r}shuffled(){return this.#e.shuffle([...this.#t])}async attempt(e,r){if(!this.#r.has(e.id))try{await r()}catch(o){if(o instanceof fe)throw o;this.#r.set(e.id,o)}}async round(e){for(let r of this.shuffled())await this.attempt(r,()=>e(r))}};var Cd=.7;async function Ut(t,e,r){let o=performance.now(),n=hr(r.minRounds,r.maxRounds),i=(A,R)=>{let _=(n.find(I=>I>A)??A)-A;return performance.now()-o+_*R>(r.narrowingMs??r.budgetMs)},s=A=>performance.now()-o+A>r.budgetMs,a=()=>r.signal?.aborted===!0||performance.now()-o>r.budgetMs,c=new Sr(e,r.seed),u=new Map,l=[],f=new $(r.seed,"inputs of checks after timing"),d=Gd(t,e),m=new Map(e.flatMap(({id:A,ready:R})=>R?[[A,R]]:[])),h=()=>{for(let A of m.values())A.destroy();m.clear()},p=new Map,g=new Map,w=new Map,y=new Me(t),b=A=>r.sampleMs??pa(t,A),x=async(A,R)=>{let{id:_}=A;r.onPhase?.(_,"warm-up");let{cold:I,warmMs:U}=await ma(t,R,y),W=R.time===void 0||A.clock==="wall"?I.waits:0;R!==A.ready&&p.set(_,[...p.get(_)??[],{ms:I.ms,waits:W}]),w.set(_,U),U>=rn*b(R)&&u.set(_,nn(U))},O=async(A,R)=>{r.onPhase?.(A.id,"sample");let _=u.get(A.id)??await ha(t,R,b(R));u.set(A.id,_),await da(t,R,w.get(A.id));let I=t.waits,U=await on(t,R)(_),W=A.clock==="wall"?(R.timeScale??1)*(t.waits-I):0;return{ms:U/_,waits:W/_}},M=0,S=async A=>{let R=performance.now();try{return await A()}finally{M+=performance.now()-R}},v=async({id:A},R)=>{r.onPhase?.(A,"recheck");let _=f.uint32();r.signal?.aborted||await S(()=>R.recheck(_))},k=async(A,R)=>{let _=f.uint32(),I=R.renew&&await S(()=>R.renew(_)),U=await O(A,R);return await(I?S(I):v(A,R)),U},E=({id:A},R,_,I)=>l.push({contestant:A,preparation:R,round:_,calls:u.get(A),...I}),N=({id:A,selfCompared:R},_,[I,U])=>{R&&g.set(A,[...g.get(A)??[],{preparation:_,numerator:I,denominator:U}])};d||h();let T=0,L=Math.ceil(r.minRounds/r.preparations);for(let A=0;A<r.preparations&&!(T>0&&a());A++){let R=A===r.preparations-1,_=R?r.maxRounds:Math.min(r.maxRounds,(A+1)*L),I=new Map,U=new Set,W=0;try{if(d)for(let G of e)await c.attempt(G,async()=>{let K=m.get(G.id)??await G.prepare(A);m.delete(G.id),I.set(G.id,K),await x(G,K)});for(;T<_&&!(T>0&&a())&&!(R&&n.includes(T)&&(i(T,W)||Fd(ga(l,c.failures),r)));){let K=performance.now();if(d){let ee=T+1===_||R&&n.includes(T+1)||s(W);U.clear();let Ue=new Map;await c.round(async j=>{let pt=I.get(j.id),Jt=ee&&!j.selfCompared,Qn=await(Jt?k:O)(j,pt);Jt&&U.add(j.id),Ue.set(j.id,Qn.ms),E(j,A,T,Qn)}),e.some(({selfCompared:j})=>j)&&await c.round(async j=>{if(!j.selfCompared)return;let{ms:pt}=await(ee?k:O)(j,I.get(j.id));ee&&U.add(j.id),N(j,A,[Ue.get(j.id),pt])})}else await Wd(c,{preparation:A,warm:x,sample:k,keep:(ee,[Ue,j])=>{let pt=(Ue.ms+j.ms)/2,Jt=(Ue.waits+j.waits)/2;E(ee,A,T,{ms:pt,waits:Jt}),N(ee,A,[Ue.ms,j.ms])}});W=performance.now()-K,T++,r.onRound?.(T,r.minRounds)}for(let G of d?e:[])U.has(G.id)||await c.attempt(G,()=>v(G,I.get(G.id)))}finally{for(let G of I.values())G.destroy();h()}}return{samples:ga(l,c.failures),rounds:T,underpowered:T<r.minRounds,failures:new Map([...c.failures].map(([A,R])=>[A,Dd(A,R)])),cold:p,selfPairs:g,checkMs:M}}function Gd(t,e){let r=e.filter(({ready:o})=>o===void 0);return Bd(r)+t.ledger.live<=Cd*t.limits.memoryBytes}function Bd(t){let e=new Map(t.flatMap(r=>r.shared?[[r.shared.by,r.shared.bytes]]:[]));return[...t.map(({bytes:r})=>r),...e.values()].reduce((r,o)=>r+o,0)}function Dd(t,e){return e instanceof C?e:new z({action:`time "${t}"`,current:e instanceof Error?`${e.name}: ${e.message}`:String(e),wanted:"a plan that can be prepared, run and checked any number of times",next:"see what its kernel throws: deno task test tests/kernels"},{cause:e})}function ga(t,e){return e.size===0?t:t.filter(({contestant:r})=>!e.has(r))}async function Wd(t,{preparation:e,warm:r,sample:o,keep:n}){let i=async a=>{let c=await a.prepare(e);try{return await r(a,c),await o(a,c)}finally{c.destroy()}},s=t.shuffled();for(let a=0;a<s.length;a+=2){let c=s.slice(a,a+2),u=[...c,...c.toReversed()],l=new Map(c.map(f=>[f,[]]));for(let f of u)await t.attempt(f,async()=>{l.get(f).push(await i(f))});for(let[f,[d,m]]of l)m!==void 0&&n(f,[d,m])}}function Fd(t,{narrow:e,seed:r}){let o=Map.groupBy(t,n=>n.contestant);for(let n of o.values()){let i=n.map(c=>c.ms),{lo:s,hi:a}=Rt(i,se,{seed:r,resamples:400});if((a-s)/2>e*Y(i))return!1}return!0}function Oe(t){let e=[],r=o=>{ArrayBuffer.isView(o)?e.push(zd(o)):Array.isArray(o)||o instanceof Map?o.forEach(r):typeof o=="object"&&o!==null&&Object.values(o).forEach(r)};return r(t),e.join(" ")}function zd({buffer:t,byteOffset:e,byteLength:r}){let o=new Uint32Array(t,e,r>>>2),n=608135816,i=2242054355,s=320440878,a=o.length|0,c=o.length&-4;for(let u=0;u<c;u+=4)n=Math.imul((n<<13|n>>>19)^o[u],2654435761),i=Math.imul((i<<13|i>>>19)^o[u+1],2654435761),s=Math.imul((s<<13|s>>>19)^o[u+2],2246822519),a=Math.imul((a<<13|a>>>19)^o[u+3],2246822519);for(let u=c;u<o.length;u++)n=Math.imul((n<<13|n>>>19)^o[u],2654435761);return[n,i,s,a].map(u=>(u>>>0).toString(16)).join("")}function wa(t,{count:e,width:r,weights:o,places:n,size:i=e}){let s=new Float64Array(2*i);for(let a=0;a<e;a++){let c=0,u=0;for(let f=0,d=a*r;f<r;f++,d++){let m=t[d]*o[f];c+=m,u+=Math.abs(m)}let l=n?n[a]:a;s[2*l]=c,s[2*l+1]=u}return s}var ba={shape:({matrix:t,width:e})=>({rows:t.rows,cols:e}),terms:({matrix:t},e)=>us(t,e),quantum:({matrix:t},e)=>t.values?void 0:e,row({matrix:{rowPtr:t,colIdx:e,values:r},features:o,width:n},i,s,a){s.fill(0),a.fill(0);let c=t[i+1],u=t[i];for(;u+4<=c;u+=4){let l=u,f=u+1,d=u+2,m=u+3,h=e[l]*n,p=e[f]*n,g=e[d]*n,w=e[m]*n,y=r?r[l]:1,b=r?r[f]:1,x=r?r[d]:1,O=r?r[m]:1;for(let M=0;M<n;M++){let S=y*o[h+M],v=b*o[p+M],k=x*o[g+M],E=O*o[w+M];s[M]=s[M]+S+v+k+E,a[M]=a[M]+Math.abs(S)+Math.abs(v)+Math.abs(k)+Math.abs(E)}}for(;u<c;u++){let l=r?r[u]:1,f=e[u]*n;for(let d=0;d<n;d++){let m=l*o[f+d];s[d]+=m,a[d]+=Math.abs(m)}}return c-t[i]},project({matrix:t,features:e,width:r},o){let n=wa(e,{count:t.cols,width:r,weights:o}),{rows:i,rowPtr:s,colIdx:a,values:c}=t,u=new Float64Array(i),l=new Float64Array(i);for(let f=0;f<i;f++){let d=0,m=0;for(let h=s[f],p=s[f+1];h<p;h++){let g=c?c[h]:1,w=2*a[h];d+=g*n[w],m+=Math.abs(g)*n[w+1]}u[f]=d,l[f]=m}return{value:u,magnitude:l}}};function ya({rows:t,cols:e,entries:r,weighted:o,width:n},i="f32"){let s=n*me[i],a=4*(t+1)+4*r*(o?2:1),c=t*n*4;return{multiplyAdds:r*n,compulsoryBytes:a+e*s+c,bytesWithoutReuse:a+r*s+c}}function qd(t){let{rowPtr:e,colIdx:r,values:o}=t,n={...t,rowPtr:e.subarray(),colIdx:r.subarray()};return o?{...n,values:o.subarray()}:n}var nt={id:"spmm",formula:"Y[r, :] = sum over stored (r, c, v) of A of v * X[c, :]",oracle:ba,width:({width:t})=>t,work({matrix:t,width:e},r){let{rows:o,cols:n,values:i}=t;return ya({rows:o,cols:n,entries:B(t),weighted:i!==void 0,width:e},r)},stage(t,{matrix:e,features:r,width:o},n){fo(e);let i=ws(t,"X",e.cols,o,r,n);try{let s=bo(t,"Y",e.rows,o);return{matrix:qd(e),x:i,y:s,output:s}}catch(s){throw xt(t,i),s}},inputs:[{name:"X",numbers:({features:t})=>t,matrix:({x:t})=>t,redrawn:(t,e)=>({...t,features:e(t.features.length)})}],release(t,{x:e,y:r}){xt(t,e),xt(t,r)}};function xa({inputs:t=[]},e,r="f32"){return r==="f32"?e:t.reduce((o,n)=>n.redrawn(o,()=>bt(r,n.numbers(e))),e)}function Sa(t,e,{operands:r,draw:o}){let n=be(t.matrix(r));return t.redrawn(e,i=>bt(n,o(i)))}async function Ea(t,e,r){let{operation:o,kernel:n,parameters:i={}}=r,s=xa(o,e,n.features),c=s===e||r.hostDigest===void 0?r.hostDigest:Oe(s),u=performance.now(),{operands:l,giveBack:f}=r.lent??Hd(t,r,s);try{let d=n.features===void 0?performance.now():u,m=await ps(n,t,l,o.width(e),i,o.id);return{name:`${o.id}/${Ce(n)}`,operation:o,problem:s,operands:l,prepareMs:performance.now()-d,facts:m.facts??{},shared:r.lent!==void 0,...c!==void 0&&{hostDigest:c},run:()=>m.run(),destroy:()=>{m.destroy(),f()}}}catch(d){throw f(),d}}function Hd(t,{operation:e,kernel:{features:r}},o){let n=e.stage(t,o,r);return{operands:n,giveBack:()=>e.release(t,n)}}function va(t,e,r){let{length:o}=t,n=Math.min(o,65537);for(let i=0;i<n;i++){let s=2*e.uniform()-1;t[i]=r===void 0?s:r*Math.round(s/r)}for(;n<o;n*=2)t.copyWithin(n,0,Math.min(n,o-n))}var ka=11920928955078125e-23,Le=1e-30,Kd=2**24;function $t(t,e,r){return r!==void 0&&e<=Kd*r?Le:Le+(t+2)*ka*e}function Er(t,e,{stream:r,share:o,heavy:n}){let[i,s,a]=[1e3,1e3,1e4].map(u=>Math.ceil(o*u)),c=new Set;n&&jd(c,{rows:t,terms:e,wanted:i});for(let u=0;u<Math.min(s,t);u++)c.add(u).add(t-1-u);for(let u=0;u<a;u++)c.add(r.below(t));return Uint32Array.from(c).sort()}function jd(t,{rows:e,terms:r,wanted:o}){let n=new Float64Array(e);for(let s=0;s<e;s++)n[s]=r(s);let i=n.toSorted()[Math.max(0,e-o)];for(let s=0;s<e;s++)n[s]>i&&t.add(s);for(let s=0;s<e&&t.size<o;s++)n[s]===i&&t.add(s)}var Yd=2e9,Vd=2,Aa=2**28,Ct=class{complete;chosen;projections;#e;#t;#r;constructor(e,r,o){let n=this.#e=e.oracle,{rows:i,cols:s}=n.shape(r),{multiplyAdds:a}=e.work(r),c=new $(o.seed,`check ${e.id}`),u=i===0||a<=(o.exhaustiveWork??Yd),l=u?0:o.projections??Vd,f=i*(o.sampledWork??1/0)/a,d=Math.min(1,f/13e3),m=u||l>0&&n.project===void 0?void 0:Er(i,p=>n.terms(r,p),{stream:c,share:d,heavy:o.heaviest??!0}),h=Xd(n,r,{stream:c,cols:s,count:l});this.complete=m===void 0||h===void 0,this.chosen=this.complete?Z(i):m,this.projections=this.complete?[]:h,this.#t=s}get bytes(){return 16*this.chosen.length*this.#t}row(e,r){let o=new Float64Array(this.#t),n=new Float64Array(this.#t);return{row:r,value:o,magnitude:n,terms:this.#e.row(e,r,o,n)}}*rows(e){if(this.#r)return yield*this.#n(this.#r);let r=new Float64Array(this.#t),o=new Float64Array(this.#t);for(let n of this.chosen)yield{row:n,value:r,magnitude:o,terms:this.#e.row(e,n,r,o)}}keep(e){if(this.#r)return;let r=this.chosen.length*this.#t,o={value:new Float64Array(r),magnitude:new Float64Array(r),terms:new Float64Array(this.chosen.length)},n=0;for(let{value:i,magnitude:s,terms:a}of this.rows(e))o.value.set(i,n*this.#t),o.magnitude.set(s,n*this.#t),o.terms[n++]=a;this.#r=o}*#n({value:e,magnitude:r,terms:o}){let n=this.#t;for(let[i,s]of this.chosen.entries()){let a=[i*n,(i+1)*n];yield{row:s,value:e.subarray(...a),magnitude:r.subarray(...a),terms:o[i]}}}};function Xd(t,e,{stream:r,cols:o,count:n}){let i=[];for(let s=0;s<n;s++){let a=Float64Array.from({length:o},()=>(.5+r.uniform())*(r.uint32()&1?1:-1)),c=t.project?.(e,a);if(c===void 0)return;i.push({weights:a,...c})}return i}var vr=class{#e=[];of(e,r,o){let{seed:n,exhaustiveWork:i,sampledWork:s,projections:a,heaviest:c}=o,u=JSON.stringify([e.id,n,i,s,a,c]),l=Jd(r),f=Oe(r);this.#e=this.#e.filter(p=>p.parts.every(Zd));let d=this.#e.find(p=>p.key===u&&p.digest===f&&em(p.parts,r));if(d)return d.reference;let m=new Ct(e,r,o);if(m.bytes>Aa)return m;m.keep(r),this.#e.unshift({key:u,parts:l,digest:f,reference:m});let h=0;return this.#e=this.#e.filter(p=>(h+=p.reference.bytes)<=Aa),m}};function Jd(t){return Ma(t).map(e=>Qd(e)?new WeakRef(e):e)}function Ma(t){return Object.entries(t).toSorted(([e],[r])=>e<r?-1:1).flat()}function Qd(t){return typeof t=="object"&&t!==null}function Zd(t){return!(t instanceof WeakRef)||t.deref()!==void 0}function em(t,e){let r=Ma(e);return r.length===t.length&&t.every((o,n)=>(o instanceof WeakRef?o.deref():o)===r[n])}var kr=class{entry;#e=0;#t=-1;consider(e,r){let o=this.#r(e.got,e.wanted,e.allowed);o<=this.#t||(this.#t=o,this.#e=r,this.entry=e)}considerRow(e,{got:r,value:o,magnitude:n,terms:i,quantum:s}){let a=o.length,c=e*a;for(let u=0;u<a;u++){let l=$t(i,n[u],s);Math.abs(r[c+u]-o[u])<=this.#t*l||this.consider({row:e,col:u,got:r[c+u],wanted:o[u],allowed:l},n[u])}}#r(e,r,o){let n=Math.abs(e-r);return n<1/0?n/o:1/0}report(e){let{entry:r}=this;if(r===void 0)return{ok:!0,relErr:0,tolerance:0,checkedRows:e};let o=Math.abs(r.got-r.wanted),n=Math.max(this.#e,Le);return{ok:this.#t<=1,relErr:Number.isFinite(o)?o/n:1/0,tolerance:r.allowed/n,checkedRows:e,worst:r}}};function cn(t,e,r,o){let{oracle:n}=t,{rows:i,cols:s}=n.shape(e);if(r.length!==i*s)throw nm(t.id,r.length,i,s);let a=o.references?.of(t,e,o)??new Ct(t,e,o),c=o.step===void 0?void 0:n.quantum?.(e,o.step),u=new kr,l=0,f=0;for(let{row:d,value:m,magnitude:h,terms:p}of a.rows(e)){f+=p;for(let g=0;g<s&&l===0;g++)l=Math.abs(m[g]);u.considerRow(d,{got:r,value:m,magnitude:h,terms:p,quantum:c})}if(f>0&&s>0&&l===0&&!o.mayBeZero)throw sm(t.id);if(!a.complete){let d=rm(r);if(d>=0){let h=Math.floor(d/s),p=d%s,{value:g,magnitude:w,terms:y}=a.row(e,h),b=$t(y,w[p]);u.consider({row:h,col:p,got:r[d],wanted:g[p],allowed:b},w[p])}let m=h=>n.terms(e,h);for(let h of a.projections)om(h,r,{terms:m,worst:u})}return u.report(a.chosen.length)}var an=2139095040,tm=8388608,Oa=4096;function rm(t){let e=new Int32Array(t.buffer,t.byteOffset,t.length);for(let r=0;r<e.length;r+=Oa){let o=Math.min(e.length,r+Oa),n=0;for(let i=r;i<o;i++)n|=(e[i]&an)+tm;if(!(n>=0)){for(let i=r;i<o;i++)if((e[i]&an)===an)return i}}return-1}function om({weights:t,value:e,magnitude:r},o,{terms:n,worst:i}){let s=e.length,a=t.length,c=t.reduce((u,l)=>u+Math.abs(l),0);for(let u=0;u<s;u++){let l=0;for(let d=0;d<a;d++)l+=o[u*a+d]*t[d];let f=Le*c+$t(n(u),r[u]);i.consider({row:u,got:l,wanted:e[u],allowed:f},r[u])}}function nm(t,e,r,o){return new C({action:`check the output of "${t}"`,current:`${e} numbers`,wanted:`${r} x ${o}`,next:"read the whole output matrix of this problem"})}function sm(t){return new C({action:`check the output of "${t}"`,current:"a reference that is trivially zero, so that a kernel which computes nothing would pass",wanted:"inputs whose result is not zero everywhere",next:"fill the features with random numbers"})}function Ra(t,e){if(t.quantum?.(e,.125)===void 0)return!1;let{rows:r}=t.shape(e);for(let o=0;o<r;o++)if(t.terms(e,o)>=4096)return!0;return!1}function Ar(t,e){return new $e({action:`time "${t}"`,...e})}function st({result:t,operands:e}){return t??e.output}function un(t,e,r){e.operation.restore?e.operation.restore(t,e.operands,r):xs(t,st(e))}async function Gt(t,e){e.length!==0&&await t.guard(`run kernel "${e[0].name}"`,async()=>{for(let r of e)r.run();await t.finish()})}function ln(t,{operation:e,operands:r},o){for(let n of e.inputs)yo(t,n.matrix(r),n.numbers(o))}async function Mr(t,{name:e,operation:r,operands:o},n){for(let i of r.inputs??[]){let s=await bs(t,i.matrix(o),i.numbers(n));if(s===void 0)continue;let{row:a,col:c,got:u,wanted:l}=s;throw Ar(e,{current:`${i.name}[${a}, ${c}] overwritten with ${u}`,wanted:`${l}, as it was given`,next:"make the kernel write to its output alone"})}}function fn({name:t,problem:e,hostDigest:r}){if(!(r===void 0||Oe(e)===r))throw Ar(t,{current:"arrays of the problem on the host that have changed since the kernel was prepared",wanted:"the same bytes",next:"make the kernel copy what it reorders"})}async function _a(t,e,r){return un(t,e,e.problem),await Gt(t,[e]),await Mr(t,e,e.problem),fn(e),cn(e.operation,e.problem,await yt(t,st(e)),r)}var am=2e6;async function Na(t,e,r){let o=await mn(t,e,r);await Gt(t,e),await o()}async function mn(t,e,r){for(let c of e)c.shared||await Mr(t,c,c.problem);let n=e.some(({operation:{oracle:c},problem:u})=>Ra(c,u))?.125:void 0,{draw:i,stock:s}=um(e,r,n),a=e.map(({operation:c,problem:u,operands:l})=>c.inputs.reduce((f,d)=>Sa(d,f,{operands:l,draw:i}),u));for(let[c,u]of e.entries())ln(t,u,a[c]),un(t,u,a[c]);return async()=>{await cm(t,e,{fresh:a,seed:r,step:n}),Ge.giveBack(s)}}async function cm(t,e,{fresh:r,seed:o,step:n}){let i=await Promise.all(e.map(u=>yt(t,st(u)))),s=am/e.length,c={seed:o,...{exhaustiveWork:s,sampledWork:s,projections:0,heaviest:!1},...n!==void 0&&{step:n}};for(let[u,l]of e.entries()){await Mr(t,l,r[u]);let f=cn(l.operation,r[u],i[u],c);if(!f.ok)throw lm(l.name,f)}for(let u of new Map(e.map(l=>[l.problem,l])).values())fn(u);for(let u of e)ln(t,u,u.problem)}var dn=194;function um(t,e,r){let o=t.flatMap(({operation:s,problem:a})=>s.inputs.map(c=>c.numbers(a).length)),n=Ge.take(Math.max(0,...o)+dn*o.length);va(n,new $(e,"fresh inputs"),r);let i=-dn;return{stock:n,draw:s=>(i+=dn,n.subarray(i,i+s))}}function lm(t,{worst:e}){return Ar(t,{current:`${e.got} in row ${e.row} after its last round`,wanted:`${e.wanted}, as the oracle has`,next:"make each call compute its whole result from its inputs"})}var fm=2e8;async function Ta(t,e,r,{seed:o}){await Gt(t,[e]);let n=await yt(t,st(e)),{oracle:i}=e.operation,{rows:s,cols:a}=i.shape(r),c=fm/e.operation.work(r).multiplyAdds,u=c>=1?Z(s):Er(s,()=>0,{stream:new $(o,"rounding error"),heavy:!1,share:Math.min(1,c*s/13e3)}),l=new Float64Array(a),f=new Float64Array(a),d=0,m=0,h=0,p=0;for(let g of u){i.row(r,g,l,f);for(let w=0;w<a;w++){let y=Math.abs(n[g*a+w]-l[w]);d+=l[w]**2,m+=y**2,h=Math.max(h,Math.abs(l[w])),p=Math.max(p,y)}}return m===0?{rms:0,max:0}:{rms:Math.sqrt(m/d),max:p/h}}var pn={id:"",kind:"real",graph:{rows:0,cols:0,rowPtr:Uint32Array.of(0),colIdx:new Uint32Array},hash:"",counts:{vertices:0,storedEdges:0,undirectedEdges:0},note:""};var dm=1/12,mm=256*2**20;function pm({device:t,profile:e},r){let{cacheBytes:o=mm}=t,n=dm*t.limits.memoryBytes;return Math.max(1,Math.min(e.operandSets,Math.ceil(2*o/r),Math.floor(n/r)))}function Ia({device:t,profile:e},{matrix:r,width:o},n="f32"){let i=(u,l)=>{let f=wo(u,o,t.limits.bindingBytes,l);return Math.ceil(o/f)*u*ye(f)*me[l]},s=i(r.cols,n)+i(r.rows,"f32"),a=4*(r.rows+1)+r.colIdx.length*(r.values?8:4);return{copies:pm({device:t,profile:e},s+a),denseBytes:s,sparseBytes:a}}var hn=class{#e;#t=[];constructor(e){this.#e=e}borrow(e){let{matrix:r,features:o,width:n}=e,i=this.#e,s=this.#t.find(({problem:c})=>c.matrix===r&&c.features===o&&c.width===n);s===void 0&&(s={problem:e,operands:nt.stage(i,e),borrowers:0},this.#t.push(s));let a=s;return a.borrowers++,{operands:a.operands,giveBack:()=>{--a.borrowers>0||(this.#t.splice(this.#t.indexOf(a),1),nt.release(i,a.operands))}}}};function Pa(){let t=new Map;return e=>t.getOrInsertComputed(e,()=>new hn(e))}var Or=class{#e;#t;#r=0;#n=0;constructor(e,r){this.#e=e,this.#t=r}run(){for(let e of this.#t[this.#r])e.run();this.#r=(this.#r+1)%this.#t.length,this.#n++}recheck(e){return Na(this.#e,this.#t.flat(),e)}async renew(e){let r=await mn(this.#e,this.#t.flat(),e);return this.#n=0,async()=>{await this.#e.guard("run the sets that a sample has not reached",async()=>{for(;this.#n<this.#t.length;)this.run();await this.#e.finish()}),await r()}}};function La(){return new vr}function Rr(t,e,r){let o=new $(r,"features"),n=new Float32Array(t*e);for(let i=0;i<n.length;i++)n[i]=2*o.uniform()-1;return n}var Ua={rounding_rms:{label:"error by rounded features, RMS over RMS of the result",unit:"1",better:"lower"},rounding_max:{label:"error by rounded features, largest over largest result",unit:"1",better:"lower"}};function _r(t,e){let{device:r,seed:o}=t,n={matrix:e.matrix,features:e.features,width:e.width},{kernel:i}=e,s=mo(i,e.parameters),{features:a}=i,{copies:c,denseBytes:u,sparseBytes:l}=Ia(t,e,a),f=c===1&&a===void 0,d=nt.work(n,a),m;return{identity:{...e.identity,kernel:Ce(i),source:i.source,parameters:s,width:e.width},bytes:c*(f?l:l+u),...f?{shared:{by:e.features,bytes:u}}:{},work:d,isa:i.backend==="wasm"?"simd128":r.isa,...e.preprocessMs===void 0?{}:{preprocessMs:e.preprocessMs},facts:e.facts??{},factors:e.factors??{},prepare:async h=>{m??=Oe(n);let p=[],g=(await t.once(Pa,pn,{}))(r),w=await t.once(La,pn,{}),y=()=>p.splice(0).forEach(S=>S.destroy());try{for(let S=0;S<(h==="once"?1:c);S++)p.push(await Ea(r,n,{operation:nt,kernel:i,parameters:s,hostDigest:m,...f&&{lent:g.borrow(n)}}))}catch(S){throw y(),S}let[{prepareMs:b,facts:x}]=p,O=async()=>{let{rms:S,max:v}=await Ta(r,p[0],n,{seed:o});return{times:{},facts:{rounding_rms:S,rounding_max:v}}},M=new Or(r,p.map(S=>[S]));return{prepareMs:b,facts:x,run:()=>M.run(),check:()=>_a(r,p[0],{seed:o,references:w}),recheck:S=>M.recheck(S),renew:S=>M.renew(S),...a&&{breakdown:O},destroy:y}}}}var hm=2e4,Ga=16,gn=64,gm=4,$a=5,wm=2*4*gn+8*(Ga+1)+4,bm=1/16,Ca=2**18,ym=.005,xm=99,Ba=6e4,Sm=.1,Da=3;function Wa(t,e){let{memoryBytes:r}=t.device.limits;return Fa(t,e,Math.min(hm,Math.floor(bm*r/wm)))}function Fa(t,e,r){let o=new $(t.seed,"calibration graph"),n=r*Ga,i=()=>Uint32Array.from({length:n},()=>o.below(r)),s=yr(ot({vertices:r,source:i(),target:i()}));return _r(t,{matrix:s,features:Rr(r,gn,t.seed),width:gn,kernel:e})}async function Em(t,e,r){let{device:o,profile:n,seed:i}=t,s=Fa(t,e,gm),{samples:a,failures:c}=await Ut(o,[{id:"call",bytes:s.bytes,prepare:()=>s.prepare()}],{seed:i,minRounds:$a,maxRounds:$a,preparations:1,narrow:0,budgetMs:Ba,...n.sampleMs!==void 0&&{sampleMs:n.sampleMs},signal:r});r.throwIfAborted();for(let u of c.values())throw u;return Y(a.map(({ms:u})=>u))}async function vm(t,e){let r=await t(0),o=[];if(e&&r>Sm)for(;o.length+1<Da;)o.push(await t(o.length+1));return[r,...o]}async function za(t,{kernel:e,roofline:r},o){let{device:n,profile:i,seed:s}=t,{memoryBytes:a}=n.limits;if(a<Ca)throw new F({action:"begin a session with an A/A run",current:`a device of ${V(a)}`,wanted:`${V(Ca)} or more`,next:"raise --device-memory"});let c=await r(),u=Wa(t,e),l=["a","b","c"],f=0,d=await vm(async m=>{m>0&&t.say(`A/A run ${m+1} of ${Da}: the first was noisy`);let{samples:h,rounds:p,failures:g}=await Ut(n,l.map(w=>({id:w,bytes:u.bytes,prepare:()=>u.prepare()})),{seed:s+m,minRounds:i.rounds,maxRounds:i.maxRounds,preparations:i.preparations,budgetMs:Math.max(i.comparisonMs,Ba),narrowingMs:i.comparisonMs,narrow:0,...i.sampleMs!==void 0&&{sampleMs:i.sampleMs},signal:o});o.throwIfAborted();for(let w of g.values())throw w;return f=p,km(h,s)},i.rounds>=15&&n.adapterKind!=="software");return{smallestDifference:Y(d),aaRounds:f,aaRuns:d.length,bandwidthGBs:c.bandwidthGBs,gflops:c.gflops,callMs:await Em(t,e,o),sentinelDrift:1,timer:n.timer}}function km(t,e){let r=[...Map.groupBy(t,({contestant:n})=>n).values()],o=ym;for(let n=0;n<r.length;n++)for(let i=0;i<n;i++){let s=r[n].map(({preparation:u,ms:l},f)=>({preparation:u,numerator:l,denominator:r[i][f].ms})),{ciLo:a,ciHi:c}=ke(s,{seed:e});o=Math.max(o,c-1,1/a-1)}return Math.min(o,xm)}async function qa(t,{kernel:e}){let r=await Wa(t,e).prepare();return{contestant:{id:"sentinel",bytes:0,prepare:()=>Promise.resolve({run:()=>r.run(),recheck:o=>r.recheck(o),...r.renew&&{renew:o=>r.renew(o)},destroy:()=>{}})},close:()=>r.destroy()}}function Ha({clockMHz:t,memoryClockMHz:e,celsius:r,watts:o}){return[t!==void 0&&`${t} MHz`,e!==void 0&&`memory ${e} MHz`,r!==void 0&&`${r} C`,o!==void 0&&`${o} W`].filter(n=>n!==!1).join(", ")}var Am={8:"hardware slowdown",32:"software thermal slowdown",64:"hardware thermal slowdown",128:"power brake"},Mm=.85,Om=80;function Rm(t,e){if(e===void 0)return;let r=(t?.throttleReasons??0)|(e.throttleReasons??0),o=Object.entries(Am).filter(([s])=>(r&Number(s))!==0).map(([,s])=>s),n=t?.clockMHz!==void 0&&e.clockMHz!==void 0&&e.clockMHz<Mm*t.clockMHz&&(e.celsius??0)>=Om;return o.length===0&&!n?void 0:`throttled: ${[...o,...n?[`clock fell from ${t.clockMHz} MHz`]:[]].join(", ")} (${Ha(e)})`}async function Ka(t,e){let r=async()=>{let n=await e(),i=await t(),s=await e(),a=Rm(n,s);return{measured:i,...s!==void 0&&{after:s},...a!==void 0&&{throttled:a}}},o=await r();return o.throttled===void 0?o:await r()}function Nr({factors:t},{factors:e}={}){return Object.fromEntries(Object.entries({...t,...e}).map(([r,o])=>[r,String(o)]))}function Bt(t,e,r){return`${t.id}:${e.id}:${r.id}`}var ja={ns:1e6,us:1e3,ms:1,s:.001};function Dt(t,e,r){let o=t[e]?.unit,n=o!==void 0&&_m(o)?o:"ms";return{metric:e,unit:n,value:n==="ms"?r:r.map(i=>ja[n]*i)}}var _m=t=>Object.hasOwn(ja,t);function Wt(t){return Object.entries(t).filter(([,{shown:e}])=>e!==!1).map(([e,{label:r,unit:o,better:n="neither"}])=>({id:e,label:r,unit:o,better:n}))}function it(t,e){return Object.entries(t).flatMap(([r,o])=>{if(o===void 0)return[];let n=e[r]?.unit??"1";return[typeof o=="object"&&"value"in o?{metric:r,unit:n,...o}:{metric:r,unit:n,value:o}]})}var Ya=15,Va=16,wn={smoke:{id:"smoke",maxStoredEdges:2e4,comparisonMs:6e3,narrowingMs:0,rounds:2,maxRounds:2,preparations:1,contextRounds:2,narrow:.05,sampleMs:2,operandSets:2},standard:{id:"standard",maxStoredEdges:8e6,comparisonMs:3e4,narrowingMs:3e3,rounds:Ya,maxRounds:39,preparations:3,contextRounds:3,narrow:.01,operandSets:Va},paper:{id:"paper",maxStoredEdges:Number.POSITIVE_INFINITY,comparisonMs:6e5,narrowingMs:12e4,rounds:Ya,maxRounds:39,preparations:3,contextRounds:3,narrow:.01,operandSets:Va}};function Xa(t){let{contextRounds:e}=t;return{...t,rounds:e,maxRounds:e,preparations:1}}function Tr({id:t}){return t.split("/")[0]}function Ja({decidesFrom:t},e){return t==="paper"&&e.id==="standard"?Xa(e):e}var Nm=new Map;function Qa(t,e){return Nm.getOrInsertComputed(e,()=>new Intl.NumberFormat("en-US",{maximumFractionDigits:e})).format(t)}function H(t,e=4){if(t===void 0)return"";if(Number.isNaN(t))return"not a number";if(!Number.isFinite(t))return t>0?"\u221E":"\u2212\u221E";if(t===0)return"0";let r=Math.abs(t);if(r<1e-4||r>=1e7)return t.toExponential(Math.max(1,e-2)).replace("e+","e");if(Number.isInteger(t))return Qa(t,0);let o=Math.max(0,e-1-Math.floor(Math.log10(r)));return Qa(t,Math.min(o,20))}function Ir(t,e){return t===void 0||e===void 0?"":`${H(t)} to ${H(e)}`}var bn=1.25;function Za({n:t,median:e,ciLo:r,ciHi:o},n,{ms:i,unrest:s}={}){if(t<2)return;let a=r>1+n||o<1/(1+n),c=!(o<=bn&&r>=1/bn);if(!a&&!c)return;let u=`${H(e)} (${Ir(r,o)})`,l=a?`${H(1+n)} of this session`:`${bn}`;return`unstable: of two samples of one round, the first takes ${u} times as long as the second, beyond ${l}; ${i===void 0?"":`their median is ${H(i)} ms; `}${s===void 0?"":`${s}; `}run again on a quieter machine`}function ec({n:t,median:e,mad:r,ciLo:o,ciHi:n}){return{metric:"self_ratio",unit:"x",n:t,median:e,mad:r,ci_lo:o,ci_hi:n}}var yn=.02;function Pr(t){return t/yn}function tc(t,e){let r=0,o=0;for(let n of e)r+=n.ms,o+=n.waits;return o===0?0:Math.min(1,o*t/r)}var rc="of the sample is waiting for the GPU",oc="waits for the GPU in the sample are not counted",e3=new RegExp(`[0-9.]+ % ${rc}|${oc}`);function xn(t){return t===void 0?oc:`${Number((100*t).toPrecision(2))} % ${rc}`}function Lr({backend:t,waitMs:e},{ms:r,waits:o,timer:n}){if(t!=="webgpu"||n!=="wall")return"";if(o===void 0)return xn(void 0);let i=r.map((a,c)=>({ms:a,waits:typeof o=="number"?o:o[c]})),s=tc(e,i);return s>yn?xn(s):""}function nc({bandwidthGBs:t,gflops:e},{multiplyAdds:r,bytes:o}){return Math.max(2*r/e/1e6,o/t/1e6)}var Tm=[/^Array buffer allocation failed/i,/^Invalid (typed array|array buffer|array|string) length(?!: -)/i,/^(Map|Set) maximum size exceeded/i,/^Cannot create a string longer than/i,/could not allocate memory|out of memory/i];function sc(t,e){if(!(t instanceof RangeError)&&!(t instanceof Error&&"code"in t))return;let{message:r}=t;if(Tm.some(o=>o.test(r)))return new F({action:e,current:r.split(`
`)[0],wanted:"memory for it",next:"free memory, or ask for a smaller dataset, width or profile"},{cause:t})}var Ft={environment:"torch",modules:["torch","numpy"],backends:["python-cpu","python-cuda"]},ic={...Ft,modules:["torch_geometric","torch","numpy"]},Ur={environment:"dgl",modules:["dgl","torch","numpy"],backends:["python-cpu"]},d3=[{id:"scipy",label:"SciPy",environment:"scipy",modules:["scipy","numpy"],backends:["python-cpu"],call:"csr_array @ dense (one thread, whatever it is given)"},{id:"torch",label:"PyTorch",...Ft,call:"torch.sparse.mm(csr, dense), int32 indices"},{id:"pyg",label:"PyTorch Geometric",...ic,call:"torch_geometric.utils.spmm(csr, dense), int32 indices"},{id:"dgl",label:"DGL, as GraphConv",...Ur,call:"dgl.ops.copy_u_sum between two scalings by node, all three timed, as dgl.nn.GraphConv does; u_mul_e_sum where weights do not separate"},{id:"dgl-weighted",label:"DGL, edge weights",...Ur,call:"dgl.ops.u_mul_e_sum(graph, dense, weights)"},{id:"cupy",label:"CuPy",environment:"cupy",modules:["cupy","numpy"],backends:["python-cuda"],call:"cupyx csr_matrix @ dense"}];var m3=[{id:"numpy",label:"NumPy with OpenBLAS",environment:"scipy",modules:["numpy"],backends:["python-cpu"],call:"features @ weights"},{id:"torch",label:"PyTorch",...Ft,call:"torch.mm(features, weights): MKL on the CPU, cuBLAS on a GPU"}],p3=[{id:"torch",label:"PyTorch, transpose kept",...Ft,call:"torch.sparse.mm(csr, dense), int32 indices, in an autograd function that has the transposed matrix ready; (A H) W or A (H W), whichever aggregates fewer columns in a step"},{id:"torch-autograd",label:"PyTorch",...Ft,call:"torch.sparse.mm(csr, H W) + b, int32 indices, and autograd"},{id:"pyg",label:"PyTorch Geometric",...ic,call:"torch_geometric.nn.GCNConv(normalize=False) on a normalised csr tensor, int32 indices"},{id:"dgl",label:"DGL",...Ur,call:'dgl.nn.GraphConv(norm="both"); norm="none" and edge weights where weights are not those of the degrees'}],h3=[{id:"pyg-batches",system:"pyg",label:"PyTorch Geometric",environment:"pyg-sampler",modules:["torch_geometric","torch_sparse","torch","numpy"],backends:["python-cpu"],call:"torch_geometric.loader.NeighborLoader with the sampler of torch-sparse and as many worker processes, up to two, as are fastest; GCNConv, SAGEConv, GINConv or GATConv on the sampled subgraph"},{id:"dgl",label:"DGL",...Ur,call:"dgl.dataloading.DataLoader with a prefetching NeighborSampler (fused=False: fused, DGL 2.1 numbers wrongly on several threads) and as many worker processes, up to two, as are fastest; GraphConv, SAGEConv, GINConv or GATConv on its blocks"}];function ac({backend:t,adapterKind:e}){return t==="webgpu"&&e==="hardware"?"python-cuda":"python-cpu"}function $r({worst:t}){let{row:e,col:r,got:o,wanted:n}=t;return`${r===void 0?`a projection of row ${e}`:`row ${e}, column ${r}`}: ${o}, the oracle has ${n}`}function zt(t){let e=sc(t,"run a cell")??t,r=e instanceof Qt?e.message:e instanceof C?`${e.parts.current}; ${e.parts.next}`:e instanceof Error?e.message:String(e);return e instanceof $e?{status:"wrong",reason:r}:e instanceof F?{status:"oom",reason:r}:e instanceof J?{status:"skipped",reason:r}:{status:"failed",reason:e instanceof C?r:`defect: ${r}`}}var cc={id:he,label:"sentinel kernel"},Cr=class{#e;#t;#r;#n;#s=new Map;#o;constructor(e,r,{lab:o,context:n}){this.#e=e,this.#t=r,this.#r=o,this.#n=n}loaded(e){this.#o=e}opened(e,r){this.#s.set(e.id,r)}timed({contender:e,trial:r,check:o,prepareMs:n},i,{remark:s,waiting:a}){let{seed:c,device:u}=this.#r,l=this.#i(e.id,i),f=l.map(({value:E})=>E),d=Nt(f,l.map(({preparation:E})=>E),{seed:c}),m=Y(f),h=r.ranOn===void 0?Lm(r,this.#n.calibration):void 0,p=(...E)=>[s,...E.map(N=>a.get(N))].filter(Boolean).join("; "),g={n:f.length,timer:r.ranOn?.timer??r.clock??u.timer,reason:p(e.id)},w=[this.row(e,{...g,metric:"time",unit:"ms",median:m,mad:Pe(f),ci_lo:d.lo,ci_hi:d.hi,roofline_share:h&&h.compulsory/m,check:o})],{multiplyAdds:y,compulsoryBytes:b}=r.work,[x,O,M]=y>0?["gflops","GFLOP/s",2*y/1e6]:["bandwidth","GB/s",b/1e6];if(w.push(this.row(e,{...g,metric:x,unit:O,median:M/m,ci_lo:M/d.hi,ci_hi:M/Math.max(0,d.lo)})),h){let E={unit:"ms",n:1,source:"modelled"};w.push(this.row(e,{metric:"roofline_bound_compulsory",median:h.compulsory,...E}),this.row(e,{metric:"roofline_bound_no_reuse",median:h.noReuse,...E}))}if(w.push(this.row(e,{metric:"prepare",unit:"ms",median:n,n:1,timer:"wall",check:o})),r.preprocessMs!==void 0&&w.push(this.row(e,{metric:"preprocess",unit:"ms",median:r.preprocessMs,n:1,timer:"wall",check:o})),y===0)return w;let{baseline:S,measurement:v}=this.#e,k=v.kind==="timed"?Object.entries(v.ratios??{}):[];for(let[E,N=S]of[["speedup",S],...k]){let T=Ko(this.#i(N,i),l,c),{n:L}=T;if(e.id===N||L===0&&E!=="speedup")continue;let A=p(e.id,N),R={...g,metric:E,unit:"x",vs:N,n:L};if(w.push(this.row(e,L===0?{...R,status:"skipped",reason:`the baseline ${N} was not timed`}:{...R,reason:A,median:T.median,mad:T.mad,ci_lo:T.ciLo,ci_hi:T.ciHi})),E!=="speedup"||r.preprocessMs===void 0||L===0)continue;let _=m*(T.median-1);w.push(this.row(e,{metric:"pays_off_after",unit:"products",vs:N,n:1,..._>0?{median:r.preprocessMs/_}:{reason:"never: not faster than the baseline"}}))}return w}#i(e,r){let o=this.#e.contenders.find(n=>n.id===e);return r.filter(({cell:n})=>n===Bt(this.#e,this.#t,o))}sentinel(e){let r=e.map(c=>({...this.sample(cc,c),metric:he})),o=e.map(({ms:c})=>c),n=e.map(({preparation:c})=>c),{lo:i,hi:s}=Nt(o,n,{seed:this.#r.seed});return{row:this.row(cc,{metric:he,unit:"ms",timer:this.#r.device.timer,n:o.length,median:Y(o),mad:Pe(o),ci_lo:i,ci_hi:s,dataset:"",dataset_kind:"",dataset_hash:"",model:"",factors:""}),samples:r}}sample(e,{preparation:r,round:o,calls:n,ms:i}){return{cell:Bt(this.#e,this.#t,e),metric:"time",unit:"ms",preparation:r,round:o,calls:n,value:i}}fact(e,{metric:r,unit:o,value:n,source:i,ranks:s,preparations:a}){let c={...i&&{source:i},...s!==void 0&&{ranks:s}};if(typeof n=="number")return this.row(e,{metric:r,unit:o,median:n,n:1,...c});let{lo:u,hi:l}=Nt(n,a,{seed:this.#r.seed});return this.row(e,{metric:r,unit:o,...c,n:n.length,median:Y(n),...n.length>1&&{mad:Pe(n),ci_lo:u,ci_hi:l}})}times(e,r,o){let{ms:n,check:i,timer:s,ranks:a=1}=o;if(!i.ok)return this.row(e,{metric:r,status:"wrong",reason:$r(i),check:i});let c=Dt(this.#e.metrics,r,n),{preparations:u}=o,{median:l,mad:f,ci_lo:d,ci_hi:m}=this.fact(e,{...c,...u&&{preparations:u}});return this.row(e,{metric:r,unit:c.unit,n:n.length,median:l,mad:f,ci_lo:d,ci_hi:m,timer:s,ranks:a,check:i,reason:this.#c(e,o)})}#c({id:e,runtime:r},o){return r!==void 0||this.#s.get(e)?.ranOn!==void 0?"":Lr(this.#r.device,o)}repetitions(e,{metric:r,unit:o,value:n,preparations:i}){if(typeof n=="number")return[];let s=Bt(this.#e,this.#t,e);return n.map((a,c)=>({cell:s,metric:r,unit:o,preparation:i?.[c]??0,round:c,calls:1,value:a}))}row(e,r){let{check:o,...n}=r,{device:i,profile:s,seed:a}=this.#r,c=this.#s.get(e.id),u=c?.ranOn?.device??i,l={...Nr(this.#t,e),...c?.factors};return{profile:s.id,suite:this.#e.id,paper:Tr(this.#e),artifact:this.#e.artifact,cell:Bt(this.#e,this.#t,e),contender:e.id,vs:"",dataset:this.#o?.id??this.#t.dataset??"",dataset_kind:this.#t.dataset===void 0?"":this.#o?.kind??"",dataset_hash:this.#o?.hash??"",model:this.#t.model??"",backend:e.runtime===void 0?u.backend:Im(e.runtime,i),adapter_kind:c?.ranOn?.adapterKind??i.adapterKind,threads:c?.ranOn?.threads??i.threads,factors:Object.entries(l).sort(([f],[d])=>f<d?-1:1).map(([f,d])=>`${f}=${d}`).join(";"),unit:"",n:0,median:void 0,mad:void 0,ci_lo:void 0,ci_hi:void 0,source:"measured",timer:"",roofline_share:void 0,rel_err:o?.relErr,tolerance:o?.tolerance,checked_rows:o?.checkedRows,seed:a,commit:this.#n.commit,status:"ok",reason:"",isa:e.runtime===void 0?c?.isa??Pm(u):"",webgpu:e.runtime===void 0?i.webgpu:"",ranks:1,...n}}};function Im(t,e){return t==="library"?"library-cpu":ac(e)}function Pm({backend:t,isa:e}){return t==="x86"?`${e}+simd128`:e}function Lm({work:t},e){if(e===null||t.multiplyAdds===0)return;let{multiplyAdds:r,compulsoryBytes:o,bytesWithoutReuse:n}=t,i=s=>nc(e,{multiplyAdds:r,bytes:s});return{compulsory:i(o),noReuse:i(n)}}async function uc(t,e,{metrics:r,allowSoftware:o}){let n=await e.prepare("once");try{let i=it(e.facts,r),s=new Set(i.map(({metric:h})=>h)),a=Object.entries(n.facts??{}).filter(([h])=>!s.has(h)).map(([h,p])=>({metric:h,unit:"1",value:p})),c=await n.check(),u=c.ok&&(t.adapterKind!=="software"||o);u&&n.breakdown&&await new Me(t).reach(n);let l=u&&await n.breakdown?.()||{times:{}},{times:f,facts:d={},timer:m=t.timer}=l;return{check:c,prepareMs:n.prepareMs,facts:[...i,...a,...it(d,r)],parts:f,partTimer:m}}finally{n.destroy()}}var Um=4,Gr=class{#e;#t;#r;#n;#s;#o;#i=[];#c;constructor(e,r,o,{lab:n,context:i}){this.#e=e,this.#t=r,this.#r=o,this.#n={...n,profile:Ja(e,n.profile)},this.#s=i,this.#o=new Cr(e,r,{lab:this.#n,context:i})}async open(e){this.#c=e,this.#o.loaded(e);let{measurement:r}=this.#e;if(r.kind==="timed"){let o=Lt(this.#s.signal);for(let n of this.#r){await o(),this.#n.phase(`${n.id}, set-up`);try{let i=await r.trial(this.#n,e,this.#t,n);this.#i.push({contender:n,trial:i}),this.#o.opened(n,i)}catch(i){if(i instanceof fe)throw i;this.#i.push({contender:n,error:i})}}}return await this.#u(e)}async#u(e){let{device:r,profile:o,seed:n}=this.#n,i={suite:this.#e.id,settings:this.#e.settings,workload:this.#l(),dataset:e.hash},s=this.#i.map(u=>({id:u.contender.id,identity:"trial"in u?u.trial.identity:"none"})),a=await wr({schema:Ze,...i,contenders:this.#e.measurement.kind==="timed"?s:this.#r.map(({id:u})=>u),device:{backend:r.backend,name:r.name,threads:r.threads,tuning:r.tuning?.digest},profile:o.id,seed:n}),c=s.filter(({identity:u})=>u!=="none").map(async({id:u,identity:l})=>[u,await wr(l)]);return{key:a,subject:{question:await wr(i),kernels:Object.fromEntries(await Promise.all(c))}}}#l(){let{id:e,dataset:r,ids:o,model:n}=this.#t;return{id:e,...r!==void 0&&{dataset:r},...o!==void 0&&{ids:o},...n!==void 0&&{model:n},factors:Nr(this.#t)}}refuse(e){let r=this.#e.measurement.kind==="timed"?["time"]:Wt(this.#e.metrics).map(({id:n})=>n);return{rows:this.#r.flatMap(n=>r.map(i=>this.#o.row(n,{metric:i,...zt(e)}))),samples:[]}}async run(e,r){let{measurement:o}=this.#e;return o.kind==="timed"?await this.#m(o,e,r):o.kind==="joint"?await this.#f(o):await this.#d(o)}#a(e,r){if(r instanceof fe)throw r;return Wt(this.#e.metrics).map(({id:o})=>this.#o.row(e,{metric:o,...zt(r)}))}async#d(e){let r=[],o=[],n=Lt(this.#s.signal);for(let i of this.#r){this.#n.phase(`${i.id}, counting`);try{let s=await e.count(this.#n,this.#c,this.#t,i),a=it(s,this.#e.metrics);r.push(...a.map(c=>this.#o.fact(i,c))),o.push(...a.flatMap(c=>this.#o.repetitions(i,c)))}catch(s){r.push(...this.#a(i,s))}await n()}return{rows:r,samples:o}}async#f(e){let r=[],o=[],n=this.#n,i=this.#r;n.phase("all contenders together");let s;try{s=await e.measure(n,this.#c,this.#t,i)}catch(a){if(a instanceof C)throw a;return{rows:i.flatMap(c=>this.#a(c,a)),samples:o}}this.#s.signal.throwIfAborted();for(let a of i)try{let c=s(a.id);this.#o.opened(a,c);let u=Object.entries(c.times).flatMap(([m,h])=>h===void 0?[]:[{metric:m,checked:h}]),{preparations:l}=u.find(({checked:m})=>m.preparations)?.checked??{},f=it(c.facts,this.#e.metrics).map(m=>lc(m,l));r.push(...u.map(({metric:m,checked:h})=>this.#o.times(a,m,h))),r.push(...f.map(m=>this.#o.fact(a,m)));let d=u.filter(({checked:m})=>m.check.ok).map(({metric:m,checked:{ms:h,preparations:p}})=>lc(Dt(this.#e.metrics,m,h),p));o.push(...[...d,...f].flatMap(m=>this.#o.repetitions(a,m)))}catch(c){r.push(...this.#a(a,c))}return{rows:r,samples:o}}async#m({decides:e,patience:r=e?1:Um},o,n){let{device:i,profile:s,seed:a}=this.#n,c=[],u=[],l=[],f=Lt(this.#s.signal);for(let k of this.#i){let{contender:E}=k;this.#n.phase(`${E.id}, check`);try{if("error"in k)throw k.error;let{check:N,prepareMs:T,facts:L,parts:A,partTimer:R}=await uc(this.#n.device,k.trial,{metrics:this.#e.metrics,allowSoftware:this.#s.allowSoftware});c.push(...L.map(_=>this.#o.fact(E,_)));for(let[_,I]of Object.entries(A)){if(I===void 0)continue;let U=k.trial.ranOn?.timer??R;c.push(this.#o.times(E,_,{ms:I,check:N,timer:U})),u.push(...this.#o.repetitions(E,Dt(this.#e.metrics,_,I)))}if(u.push(...L.flatMap(_=>this.#o.repetitions(E,_))),N.ok)i.adapterKind==="software"&&!this.#s.allowSoftware?c.push(this.#o.row(E,{metric:"time",status:"skipped",reason:"software adapter; --allow-software times it",check:N})):l.push({contender:E,trial:k.trial,check:N,prepareMs:T});else{let _=$r(N);c.push(this.#o.row(E,{metric:"time",status:"wrong",reason:_,check:N}))}}catch(N){if(N instanceof fe)throw N;c.push(this.#o.row(E,{metric:"time",...zt(N)}))}await f()}if(l.length===0)return{rows:c,samples:u};let d=l.map(({contender:k,trial:E})=>({id:k.id,bytes:E.bytes,...E.shared&&{shared:E.shared},...k.runtime!==void 0&&{selfCompared:!0},...E.clock&&{clock:E.clock},prepare:()=>E.prepare()})),m=e?s.rounds:s.contextRounds,h=o?[...d,{...o,id:he}]:d,p={seed:a,minRounds:m,maxRounds:e?s.maxRounds:m,preparations:e?s.preparations:1,budgetMs:r*s.comparisonMs,narrowingMs:s.narrowingMs,narrow:s.narrow,...s.sampleMs!==void 0&&{sampleMs:s.sampleMs},signal:this.#s.signal,onRound:n,onPhase:(k,E)=>this.#n.phase(`${k}, ${E}`)},{measured:g,throttled:w}=await Ka(()=>Ut(i,h,p),this.#s.gpuState);this.#s.signal.throwIfAborted();let y=Map.groupBy(g.samples,k=>k.contestant),b=l.flatMap(({contender:k})=>(y.get(k.id)??[]).map(E=>this.#o.sample(k,E))),x=[...g.underpowered?[`underpowered: ${g.rounds} of ${m} rounds in the budget`]:[],...w===void 0?[]:[w]].join("; "),O=new Map(l.map(({contender:{id:k},trial:{clock:E=i.timer}})=>{let N=y.get(k)??[],T={ms:N.map(({ms:L})=>L),waits:N.map(({waits:L})=>L),timer:E};return[k,Lr(i,T)]}));for(let k of l){let{contender:E,check:N}=k;if(g.failures.has(E.id)){let K=zt(g.failures.get(E.id));c.push(this.#o.row(E,{metric:"time",...K,check:N}));continue}let T=g.selfPairs.get(E.id),L=T&&ke(T,{seed:a});L&&c.push(this.#o.row(E,ec(L)));let A=this.#s.calibration?.smallestDifference??0,R=(y.get(E.id)??[]).map(({ms:K})=>K),_=L&&Za(L,A,{ms:Y(R),unrest:k.trial.unrest?.()});c.push(..._===void 0?this.#o.timed(k,b,{remark:x,waiting:O}):[this.#o.row(E,{metric:"time",status:"skipped",reason:_,check:N})]);let I=g.cold.get(E.id),U=k.trial.ranOn?.timer??"wall",W=I.map(K=>K.ms),G=I.map(K=>K.waits);c.push(this.#o.times(E,"cold",{ms:W,waits:G,check:N,timer:U}))}let M=g.checkMs/1e3,S=y.get(he);if(S===void 0)return{rows:c,samples:[...b,...u],checkSeconds:M};let v=this.#o.sentinel(S);return{rows:[...c,v.row],samples:[...b,...u,...v.samples],checkSeconds:M}}};function lc(t,e){return typeof t.value!="number"&&t.value.length===e?.length?{preparations:e,...t}:t}var Br=class{#e=new WeakMap;get(e,r,o,n,i,s){let a=this.#e.get(o)??new Map;this.#e.set(o,a);let c=a.get(r)??new Map;a.set(r,c);let u=rt({settings:n,...i&&{rounds:i.rounds}}),l=i===void 0?e:{...e,profile:i},f=c.get(u)??(async()=>await(s?.(l)??r(l,o,n)))();return c.set(u,f),s!==void 0&&f.catch(d=>{d instanceof fe&&c.delete(u)}),f}};function $m(t){return t==="community"?0:Number(t.slice(6))}function Cm(t,e){let r=t.length,o=Z(r).sort((a,c)=>t[c]-t[a]),n=new Float64Array(r);for(let a=0;a<r;a++)n[o[a]]=2*a/r+e.uniform();let i=o.sort((a,c)=>n[a]-n[c]),s=new Uint32Array(r);for(let a=0;a<r;a++)s[i[a]]=a;return s}function Dr(t,e,r,o=Z(t.length)){if(e==="drift")return Cm(t,r);let n=et(t.length,r);if(e==="shuffled")return n;let i=Math.round(t.length*$m(e)/100),s=Z(t.length),a=n.slice(0,i).sort();for(let c=0;c<i;c++)s[a[c]]=n[c];return o.map(c=>s[c])}function qt(t,{exponent:e,spread:r}){return(1+t*(r**(1-e)-1))**(1/(1-e))}function Wr(t,e,r){let o=new Float64Array(e+1);for(let n=0;n<e;n++)o[n+1]=o[n]+qt((n+.5)/e,r);return Uint32Array.from(o,n=>Math.round(t*n/o[e]))}var Gm=8,Bm=2;function Dm({vertices:t,fieldSizes:e},r,o){let n=Wr(t,r,e),i=new Uint32Array(t);for(let s=0;s<r;s++)i.fill(s,n[s],n[s+1]);return{fieldOf:new $(o,"citation fields").shuffle(i),starts:n}}function Wm({vertices:t,citations:e,references:r},o){let n=new $(o,"citation lists"),i=new Float64Array(t+1);for(let a=0;a<t;a++)i[a+1]=i[a]+qt(n.uniform(),r);let s=e/i[t];for(let a=1;a<=t;a++)i[a]=Math.round(i[a]*s);return i}function fc(t,e){let{vertices:r,citations:o,directed:n,mixing:i,searched:s}=t,a=Math.max(1,Math.min(t.fields,Math.floor(r/2))),{fieldOf:c,starts:u}=Dm(t,a,e),l=Wm(t,e),f=new $(e,"citations"),d=new Uint32Array(o),m=new Uint32Array(r+1),h=new Uint32Array(r),p=new Uint32Array(a),g=0;for(let S=0;S<r;S++){let v=c[S],k=u[v],E=p[v]++;h[k+E]=S;let N=l[S+1]-l[S],T=Math.min(S,l[S+1]-g,Bm*N),L=g;for(let A=0;A<T;A++){let R=g>L&&f.uniform()<s,_=E===0||f.uniform()<i;for(let I=Gm;I>0;I--){let U=-1;if(R){let G=d[L+Math.floor(f.uniform()*(g-L))],K=m[G],ee=m[G+1]-K;ee>0&&(U=d[K+Math.floor(f.uniform()*ee)])}U<0&&(U=_?f.below(S):h[k+E-Math.max(1,Math.floor((E+1)**f.uniform()))]);let W=!1;for(let G=L;G<g&&!W;G++)W=d[G]===U;if(!W){d[g++]=U;break}}}m[S+1]=g}let w=new Uint32Array(r);for(let S=0;S<r;S++)w[S]=m[S+1]-m[S];for(let S=0;S<g;S++)w[d[S]]++;let y=new Uint32Array(r);h.forEach((S,v)=>y[S]=v);let b=Dr(w,t.ids,new $(e,"stand-in ids"),y),x=new Uint32Array(g);for(let S=0;S<r;S++)x.fill(b[S],m[S],m[S+1]);for(let S=0;S<g;S++)d[S]=b[d[S]];let O=new Uint32Array(r),M=new Uint32Array(r);for(let S=0;S<r;S++)O[b[S]]=c[S],M[b[S]]=y[S];return{graph:ot({vertices:r,source:x,target:d,count:g,symmetrise:!n}),community:O,places:M,droppedEdges:(o-g)*(n?1:2)}}var Fr=class{#e=new Float64Array(0);#t=0;reset(e){let r=16;for(;r<2*e;)r*=2;r>this.#e.length&&(this.#e=new Float64Array(r)),this.#e.fill(-1,0,r),this.#t=r-1}add(e,r){let o=this.#e,n=this.#t,i=e*67108864+r,s=Math.imul(e,2654435761)^Math.imul(r,2246822507);s=Math.imul(s^s>>>15,739982445);for(let a=(s^s>>>13)&n;;a=a+1&n){let c=o[a];if(c===-1)return o[a]=i,!0;if(c===i)return!1}}};var at=class{#e;#t;#r;constructor(e,r,o){let n=o-r,i=0;for(let d=r;d<o;d++)i+=e[d];let s=new Float64Array(n),a=new Uint32Array(n),c=0,u=n;for(let d=0;d<n;d++)s[d]=e[r+d]*n/i,a[s[d]<1?c++:--u]=d;let l=new Float32Array(n).fill(1),f=Z(n);for(let d=0;d<c&&u<n;d++){let m=a[d],h=a[u];l[m]=s[m],f[m]=h,s[h]-=1-s[m],s[h]<1&&(u++,a[c++]=h)}this.#e=n,this.#t=l,this.#r=f}pick(e){let r=e*23283064365386963e-26*this.#e,o=Math.floor(r);return r-o<this.#t[o]?o:this.#r[o]}};var Fm=16,zr=class{#e;#t;#r;#n=new Fr;#s=0;constructor(e,r){this.#e=new Uint32Array(e),this.#t=new Uint32Array(e),this.#r=r}get source(){return this.#e}get target(){return this.#t}get count(){return this.#s}get free(){return this.#e.length-this.#s}within(e,r,o,n){let i=o-r,s=new at(e,r,o);return this.#o(Math.min(n,i*(i-1)/2),[s,r],[s,r])}between(e,[r,o,n],i){let s=Math.min(i,(o-r)*(n-o));if(s<1)return 0;let a=new at(e,r,o),c=new at(e,o,n);return this.#o(s,[a,r],[c,o])}#o(e,[r,o],[n,i]){let s=this.#r,a=this.#n,c=this.#e,u=this.#t,l=Math.min(e,this.free);if(l<1)return 0;a.reset(l);let f=this.#s,d=f+l;for(let h=Fm*l;f<d&&h>0;h--){let p=o+r.pick(s.uint32()),g=i+n.pick(s.uint32());p===g||!a.add(p<g?p:g,p<g?g:p)||(c[f]=p,u[f++]=g)}let m=f-this.#s;return this.#s=f,m}};var zm=8,qm=.9,dc=1e-9,qr=class{edges;#e;#t;#r;#n;constructor(e,{edges:r,mixing:o,seed:n}){this.edges=new zr(r,new $(n,"stand-in edges")),this.#e=new $(n,"rounding of edge counts"),this.#t=e.map(i=>(1-o)*i),this.#r=e.map(i=>o*i),this.#n=new Float64Array(e.length)}#s(e,r,o,n,i){let s=0;for(let a=r;a<o;a++){let c=Math.max(dc,Math.min(e[a]*n,qm*i));this.#n[a]=c,e[a]-=c,s+=c}return s}#o(e){return Math.max(0,Math.floor(e+this.#e.uniform()))}#i(e,r,o,n){let[i,s,a]=r,c=this.#s(e,i,s,o,a-s),u=this.#s(e,s,a,o,s-i),f=a-i===this.#n.length?this.edges.free:(c+u)/2+n;return f-this.edges.between(this.#n,r,this.#o(f))}community(e,r,o){let n=r-e,i=0;for(;n>zm*2**i;)i++;let s=n/2**i,a=Array.from({length:i+1},(f,d)=>d===0?Math.max(0,s-1):s*2**(d-1-o*d)),c=a.map((f,d)=>f/Math.max(dc,a.slice(d).reduce((m,h)=>m+h,0))),u=(f,d,m)=>{if(m===0){let g=this.#s(this.#t,f,d,c[0],d-f-1)/2;return g-this.edges.within(this.#n,f,d,this.#o(g))}let h=f+d>>>1,p=u(f,h,m-1)+u(h,d,m-1);return this.#i(this.#t,[f,h,d],c[m],p)},l=u(e,r,i);for(let f=e;f<r;f++)this.#r[f]+=this.#t[f];return l}between(e,r){let o=s=>Math.ceil(Math.log2(s)),n=o(r.length),i=(s,a)=>{if(a-s===1)return r[s];let c=s+a>>>1,u=i(s,c),l=i(c,a),f=[e[s],e[c],e[a]];return this.#i(this.#r,f,1/(n-o(a-s)+1),u+l)};i(0,r.length)}};var Sn="https://igb-public-awsopen.s3.amazonaws.com/igb_large/processed/",mc={id:"mag",title:"Microsoft Academic Graph as processed for PPRGo (MAG-Scholar-C)",publisher:"A. Bojchevski et al.",licence:"none recorded",citation:"Bojchevski et al.: Scaling Graph Neural Networks with Approximate PageRank, KDD 2020",printed:[{paper:"fastgl",artifact:"Table 6",name:"MAG",vertices:101e5,edges:3e8,convention:"rounded; both directions by its size",features:100,classes:8}],sources:[{title:"mag_coarse.npz",format:"scipy-npz",files:[{name:"mag_coarse.npz",need:"graph"}],rule:{listed:"undirected, both directions",symmetrise:!0,selfLoops:"drop"},obtain:"No direct URL is recorded; the authors publish mag_coarse.npz (about 10.5 million vertices, 8 coarse classes) on figshare."}],counts:{vertices:101e5,storedEdges:3e8,undirectedEdges:15e7},countsFrom:"published",featureWidth:100,classes:8,standIn:!0,note:"The paper cites PPRGo's MAG; 8 classes and about ten million vertices fit its coarse version, not ogbn-mag (736,389 papers) nor MAG240M."},pc={id:"igb-large",title:"Illinois Graph Benchmark, large, homogeneous (IGB-large)",publisher:"A. Khatua et al. (IllinoisGraphBenchmark/IGB-Datasets)",licence:"ODC-By 1.0",citation:"Khatua et al.: IGB: Addressing the Gaps in Labeling, Features, Heterogeneity, and Size, KDD 2023",printed:[{paper:"fastgl",artifact:"Table 6",name:"IGB-large",vertices:1e8,edges:12e8,convention:"rounded, directed",features:1024,classes:19}],sources:[{title:"IGB's npy arrays",format:"igb",files:[{name:"edge_index.npy",folder:"igb-large",need:"graph",url:`${Sn}paper__cites__paper/edge_index.npy`},{name:"node_label_19.npy",folder:"igb-large",need:"labels",url:`${Sn}paper/node_label_19.npy`},{name:"node_feat.npy",folder:"igb-large",need:"features",url:`${Sn}paper/node_feat.npy`}],rule:{listed:"directed",symmetrise:!1,selfLoops:"drop"}}],counts:{vertices:1e8,storedEdges:12e8,undirectedEdges:12e8},countsFrom:"published",featureWidth:1024,classes:19,standIn:!0};var hc={id:"rmat",title:"R-MAT with the probabilities of Graph500",publisher:"drawn by this harness",licence:"MIT",citation:"Chakrabarti, Zhan, Faloutsos: R-MAT: A recursive model for graph mining, SDM 2004",printed:[],sources:[],counts:{vertices:625e5,storedEdges:2e9,undirectedEdges:1e9},countsFrom:"published",featureWidth:128,classes:172,standIn:!1,note:"Sixteen edges a vertex, as in Graph500; width and classes are those of Papers100M."};var yc="Hamilton, Ying, Leskovec: Inductive Representation Learning on Large Graphs, NIPS 2017",gc={listed:"undirected, both directions",symmetrise:!1,selfLoops:"drop"},wc={listed:"undirected, once",symmetrise:!0,selfLoops:"keep"},bc="both directions (114,615,892) and one self-loop a vertex",xc={id:"reddit",title:"Reddit posts of September 2014",publisher:"W. Hamilton, R. Ying, J. Leskovec; packed by DGL",licence:"none stated",citation:yc,printed:[{paper:"hetu-gnn",artifact:"Table 3",name:"Reddit",vertices:232965,edges:114848857,convention:bc,features:602,classes:41},{paper:"fastgl",artifact:"Table 6",name:"Reddit",vertices:232965,edges:11e7,convention:"rounded to 1e7",features:602,classes:41},{paper:"roc",artifact:"Table 4",name:"Reddit",vertices:232965,edges:114848857,convention:bc,features:602,classes:41}],sources:[{title:"DGL's archive",format:"reddit",files:[{name:"reddit.zip",need:"graph",url:"https://data.dgl.ai/dataset/reddit.zip"}],rule:gc},{title:"DGL's archive, unpacked",format:"reddit",files:[{name:"reddit_graph.npz",need:"graph"},{name:"reddit_data.npz",need:"labels"}],rule:gc,obtain:"Unpack reddit.zip."}],counts:{vertices:232965,storedEdges:114615892,undirectedEdges:57307946},countsFrom:"published",featureWidth:602,classes:41,standIn:!0},Sc={id:"ppi",title:"Protein-protein interactions in 24 tissues (PPI)",publisher:"W. Hamilton, R. Ying, J. Leskovec; packed by DGL",licence:"none stated",citation:yc,printed:[{paper:"roc",artifact:"Table 4",name:"PPI",vertices:56944,edges:1612348,convention:"both directions",features:700,classes:121}],sources:[{title:"DGL's archive",format:"graphsage",files:[{name:"ppi.zip",need:"graph",folder:"ppi",url:"https://data.dgl.ai/dataset/ppi.zip"}],rule:wc,obtain:"GraphSAGE's own archive of this name (http://snap.stanford.edu/graphsage/ppi.zip) is read as well."},{title:"GraphSAGE's files, unpacked",format:"graphsage",files:[{name:"ppi-G.json",need:"graph"},{name:"ppi-class_map.json",need:"labels"},{name:"ppi-id_map.json",need:"features"},{name:"ppi-feats.npy",need:"features"}],rule:wc,obtain:"Unpack http://snap.stanford.edu/graphsage/ppi.zip."}],counts:{vertices:56944,storedEdges:1612348,undirectedEdges:806174},countsFrom:"published",featureWidth:50,classes:121,standIn:!0,note:"The paper prints 700 features; the published set has 50."};var Ec={id:"archaea",title:"Archaea protein similarity network (HipMCL)",publisher:"A. Azad, G. Pavlopoulos, C. Ouzounis, N. Kyrpides, A. Buluc",licence:"none stated",citation:"Azad et al.: HipMCL, Nucleic Acids Research 46(6) e33, 2018, doi:10.1093/nar/gkx1313",printed:[{paper:"hetu-gnn",artifact:"Table 3",name:"Archaea",vertices:1644228,edges:206436882,convention:"not said; stored entries of the adjacency",features:602,classes:10}],sources:[{title:"HipMCL's network",files:[],rule:{listed:"undirected, both directions",symmetrise:!0,selfLoops:"drop"},obtain:"No public URL is recorded."}],counts:{vertices:1644228,storedEdges:206436882,undirectedEdges:103218441},countsFrom:"published",featureWidth:602,classes:10,standIn:!0,note:"The paper fills the missing features with rows of a 602-wide identity matrix."};var vc={id:"musae-facebook",title:"Facebook page-page network (MUSAE)",publisher:"B. Rozemberczki, C. Allen, R. Sarkar (benedekrozemberczki/MUSAE); copy by EdisonLeeeee/GraphData",licence:"MIT (copy's repository); no terms of the original publisher were read; SNAP asks to cite",citation:"Rozemberczki, Allen, Sarkar: Multi-scale Attributed Node Embedding, 2019",printed:[],sources:[{title:"MUSAE CSV and JSON, compressed",format:"musae",files:[{name:"edges.csv.gz",need:"graph",bytes:638600,sha256:"da260bc35ec8f83d5f37b79bdfd45cdf48e1930b246eda7f41da50e0e9befffe"},{name:"target.csv.gz",need:"labels",bytes:547240,sha256:"35920efc74bc79194ef082250b76b459b93c968dbfa168cd1bb655e1205e6129"},{name:"features.json.gz",need:"features",bytes:497881,sha256:"b45f4b8305e24d2836a1a5a8f8fdf37d063c8684c35cc792d5374d61d099ab2e"}],rule:{listed:"undirected, once",symmetrise:!0,selfLoops:"drop"},obtain:"No direct URL of the compressed files; compress datasets/musae/facebook/* of EdisonLeeeee/GraphData (commit f8022c26b917346f2a461ffec0ec5ae24b36de68) with gzip -9n. SNAP has the same graph as https://snap.stanford.edu/data/facebook_large.zip."}],counts:{vertices:22470,storedEdges:341646,undirectedEdges:170823},countsFrom:"measured",featureWidth:4714,classes:4,standIn:!1,note:"179 self-loops in the file are dropped. The publisher sets no split."};var En="Hu et al.: Open Graph Benchmark: Datasets for Machine Learning on Graphs, NeurIPS 2020",Hm="http://snap.stanford.edu/ogb/data/nodeproppred/",kc={listed:"undirected, once",symmetrise:!0,selfLoops:"drop"};function vn(t,e,r){return[{title:"OGB archive",format:"ogb",files:[{name:`${t}.zip`,need:"graph",url:`${Hm}${t}.zip`}],rule:e},{title:"OGB archive, unpacked",format:"ogb",files:r.map(o=>({...o,folder:t})),rule:e,obtain:`Unpack ${t}.zip: its files count inside a folder named ${t}.`}]}var Ac=["train.csv.gz","valid.csv.gz","test.csv.gz"].map(t=>({name:t,need:"labels"})),Mc=[{name:"edge.csv.gz",need:"graph"},{name:"num-node-list.csv.gz",need:"graph"},{name:"node-label.csv.gz",need:"labels"},...Ac],Km={name:"node-feat.csv.gz",need:"features"},Oc={id:"ogbn-products",title:"ogbn-products",publisher:"Open Graph Benchmark",licence:"Amazon licence as named by OGB; read it at the publisher's before use",citation:En,printed:[{paper:"hetu-gnn",artifact:"Table 3",name:"Products",vertices:2449029,edges:126167181,convention:"both directions and self-loops, 128 fewer than that rule gives",features:100,classes:47},{paper:"fastgl",artifact:"Table 6",name:"Products",vertices:244e4,edges:123e6,convention:"both directions, rounded to millions; OGB distributes 100 features",features:200,classes:47},{paper:"distgnn-mb",artifact:"Table 1",name:"OGBN-Products",vertices:2449029,edges:123718280,convention:"both directions",features:100,classes:47}],sources:vn("products",kc,[...Mc,Km]),counts:{vertices:2449029,storedEdges:123718280,undirectedEdges:61859140},countsFrom:"published",featureWidth:100,classes:47,standIn:!0},Rc={id:"ogbn-papers100m",title:"ogbn-papers100M",publisher:"Open Graph Benchmark",licence:"ODC-BY as named by OGB; read it at the publisher's before use",citation:En,printed:[{paper:"fastgl",artifact:"Table 6",name:"Papers100M",vertices:111e6,edges:161e7,convention:"directed, rounded",features:128,classes:172},{paper:"distgnn-mb",artifact:"Table 1",name:"OGBN-Papers100M",vertices:111059956,edges:3231371744,convention:"both directions of 1,615,685,872 directed edges",features:128,classes:172}],sources:vn("papers100M-bin",{listed:"directed",symmetrise:!0,selfLoops:"drop"},[{name:"data.npz",need:"graph"},{name:"node-label.npz",need:"labels"},...Ac]),counts:{vertices:111059956,storedEdges:3231371744,undirectedEdges:1615685872},countsFrom:"published",featureWidth:128,classes:172,standIn:!0},_c={id:"ogbn-proteins",title:"ogbn-proteins",publisher:"Open Graph Benchmark",licence:"CC0 as named by OGB; read it at the publisher's before use",citation:En,printed:[{paper:"hetu-gnn",artifact:"Table 3",name:"Proteins",vertices:132534,edges:79255038,convention:"both directions of 39,561,252 edges and one self-loop a vertex",features:602,classes:8}],sources:vn("proteins",kc,Mc),counts:{vertices:132534,storedEdges:79122504,undirectedEdges:39561252},countsFrom:"published",featureWidth:602,classes:8,standIn:!0,note:"The paper pads the features to 602 and prints 8 classes."};var Nc="https://github.com/kimiyoung/planetoid/raw/master/data/",kn="Zhilin Yang, William W. Cohen, Ruslan Salakhutdinov (kimiyoung/planetoid)",An="MIT (publisher's repository, Copyright 2016 Zhilin Yang); no separate terms found for the citation data",Hr="Yang, Cohen, Salakhutdinov: Revisiting Semi-Supervised Learning with Graph Embeddings, ICML 2016; Sen et al.: Collective Classification in Network Data, AI Magazine 29(3), 2008",jm="every undirected edge once, self-loops and duplicates left out",Ym={listed:"undirected, both directions",symmetrise:!0,selfLoops:"drop"},Vm=[["x",22119,"23cfa55d91c6f624233f5eb7b6e3f141f1bd2b2ae39608a63cf5d084bb27baab"],["y",4054,"94465c14eb53e04ca262198dcbb2521ee8af60fb3f3d546cd6ca24a511b0e7d1"],["tx",148025,"b9afbaa4a400df991f6f02ef677e1e44da55ffc04801fd02f9e673987829226a"],["ty",28135,"41f5ac76596a1699cc33f53084a2419e92961c42bb75f36fc38e616d348532ad"],["allx",257305,"9419ba2f26f5c35243db64aba110e0f35a04851609e0dc5433450676ca6b8543"],["ally",47959,"2b998f5cc7fedc86e7f97ca2498f47a1ffc1462c29e2d578b23bf3f62b6e7d71"],["graph",59847,"58f13302f39dde8852dad6fe6d15b89b077b6d7f837626bce671ef80344b383d"],["test.index",5e3,"297ce89af2b51a6a194181c7dbe1796c6a1cf9cd9349a88383b1b1e227867875"]],Xm=[["x",31087,"d20de19150741e555de0ed037195630fc194114ebc7fd72ced62810148aa22f6"],["y",3014,"8ba87e515d8e3ee3cf52f6d2c5b86aa73f11ecad825a808455209ec26cd54924"],["tx",260321,"539a8906a2da97628d212f2fdd668c109a8b3f0d36574b59e5d3fd5b5303da21"],["ty",24135,"55e5bd1ba1e733a04598753ad1a8d57957f4b8f89e74519f41f4f4938767e4ce"],["allx",595021,"2ac30345d95c9ec933a817ee0bdd6a5f077f8c184a20e696910192d534414668"],["ally",55623,"f704b2d986dde6c2669934de1f3ae5696a6cf9455c0f6b2646a2d135ea0a1c95"],["graph",61987,"d79a4ef9d3e7169aee8946145f6b7306e35bc79bffad26346cfb94e10e9912a7"],["test.index",5e3,"2af990671580b6b2df5d158d1038f8292e30c9cd821b5453f399659b25b723d4"]],Jm=[["x",23172,"fbe9cb5c47200d1b7769a26e579be3b7130b556831f9d850e77c4c74f2599b33"],["y",854,"e6c807633307a07ed659249006536a147c7999c797f11a2560752990181b41b3"],["tx",405505,"4eb5f5d0f30f26497eb0ac6ac9719d09c67e284f1ed0385c93f3ef27a671da3d"],["ty",12135,"ee2e0d4819d9fbcc403689c3bf2e49face401b605932f093bc58ab6461130fdd"],["ally",224739,"0c37bbe3b5014ec365e9d393cf4791925e5ed94fb194305d74f064a8d7b50f0e"],["graph",471808,"5b89f0036ca22909471f1e6558eb42fa06e0c730a577bde5b058b40638f81dc9"],["test.index",6e3,"b101d421688bbaecbd82e8a18f1e282378d6830f3a37666f28ebc47f844341b5"]],Qm={graph:"graph",y:"labels",ty:"labels",ally:"labels","test.index":"labels"};function Mn(t,e){return e.map(([r,o,n])=>({name:`ind.${t}.${r}`,need:Qm[r]??"features",bytes:o,sha256:n,url:`${Nc}ind.${t}.${r}`}))}function On(t){return{title:"Planetoid pickles",format:"planetoid",files:t,rule:Ym}}function Rn(t,e,r){return{paper:"eppgcn",artifact:"Table III",name:t,vertices:e,edges:r,convention:jm}}var Tc={id:"cora",title:"Cora",publisher:kn,licence:An,citation:Hr,printed:[Rn("Cora",2708,5278)],sources:[On(Mn("cora",Vm))],counts:{vertices:2708,storedEdges:10556,undirectedEdges:5278},countsFrom:"measured",featureWidth:1433,classes:7,standIn:!0},Ic={id:"citeseer",title:"Citeseer",publisher:kn,licence:An,citation:Hr,printed:[Rn("Citeseer",3327,4552)],sources:[On(Mn("citeseer",Xm))],counts:{vertices:3327,storedEdges:9104,undirectedEdges:4552},countsFrom:"measured",featureWidth:3703,classes:6,standIn:!0,note:"15 vertices have neither features nor a label; 48 vertices have no neighbour but themselves."},Pc={id:"pubmed",title:"Pubmed",publisher:kn,licence:An,citation:Hr,printed:[Rn("Pubmed",19717,44324),{paper:"roc",artifact:"Table 4",name:"Pubmed",vertices:19717,edges:108365,convention:"both directions of 44,324 edges and one self-loop a vertex",features:500,classes:3}],sources:[On([...Mn("pubmed",Jm),{name:"ind.pubmed.allx",need:"features",gitBlob:"3b86bccf08111c37c632a9dd8ab63db25ea76361",url:`${Nc}ind.pubmed.allx`}])],counts:{vertices:19717,storedEdges:88648,undirectedEdges:44324},countsFrom:"measured",featureWidth:500,classes:3,standIn:!0},Lc={id:"pubmed-mtx",title:"Pubmed as MatrixMarket",publisher:"ge-spmm authors (hgyhungry/ge-spmm, data/misc/pubmed.mtx)",licence:"MIT (publisher's repository)",citation:Hr,printed:[],sources:[{title:"MatrixMarket, coordinate real symmetric, compressed",format:"matrix-market",files:[{name:"pubmed.mtx.gz",need:"graph",bytes:187524,sha256:"9e617794dd939fdc1fbf2d3de8a27c0ef4b3bf7472be6a5e82dde04fcc62d1fa"}],rule:{listed:"undirected, once",symmetrise:!0,selfLoops:"drop"},obtain:"No direct URL of the compressed file; compress data/misc/pubmed.mtx of hgyhungry/ge-spmm (commit f62f51169eb26c0d4411f6d9744eb585854410e1) with gzip -9n."}],counts:{vertices:19717,storedEdges:88648,undirectedEdges:44324},countsFrom:"measured",standIn:!1,note:"3 self-loops in the file are dropped."};var Uc={id:"amazon-he-mcauley",title:"Amazon also-viewed products (He and McAuley)",publisher:"R. He, J. McAuley",licence:"none recorded",citation:"He, McAuley: Ups and Downs: Modeling the Visual Evolution of Fashion Trends, WWW 2016",printed:[{paper:"roc",artifact:"Table 4",name:"Amazon",vertices:9430088,edges:231594310,convention:"not said",features:300,classes:24}],sources:[{title:"unknown",files:[],rule:{listed:"directed",symmetrise:!1,selfLoops:"drop"},obtain:"No public URL of the graph is known."}],counts:{vertices:9430088,storedEdges:231594310,undirectedEdges:231594310},countsFrom:"published",featureWidth:300,classes:24,standIn:!0,note:"How many of the printed edges are the two directions of one is not published."};var Ht="none stated; SNAP asks to cite",Zm="every undirected edge once, directed edges made undirected",ct={listed:"directed",symmetrise:!0,selfLoops:"drop"};function Kt(t,e,r){return{paper:"eppgcn",artifact:"Table III",name:t,vertices:e,edges:r,convention:Zm}}function Re(t,e){return{vertices:t,storedEdges:2*e,undirectedEdges:e}}var $c={id:"twitter",title:"ego-Twitter",publisher:"J. McAuley, J. Leskovec (SNAP); renumbered copy by limetreeestate/graph-datasets",licence:"none stated by either publisher; SNAP asks to cite",citation:"McAuley, Leskovec: Learning to Discover Social Circles in Ego Networks, NIPS 2012",printed:[Kt("Twitter",81306,1342296)],sources:[{title:"renumbered edge list, compressed",format:"snap",files:[{name:"edgeListTwitterTEstDinix.txt.gz",need:"graph",bytes:3521704,sha256:"65dff158db128b7a565bfc01c161ba220aa4cb46b06fd42ee8c8778f9e13a9ec"}],rule:{listed:"undirected, once",symmetrise:!0,selfLoops:"drop"},obtain:"No direct URL of the compressed file; twitter/edgeListTwitterTEstDinix.zip of limetreeestate/graph-datasets (commit 99dd7d097c91c9b24ed693815a24079b60e76fcb) holds the text, to be compressed with gzip -9n."},{title:"SNAP's twitter_combined",format:"snap",files:[{name:"twitter_combined.txt.gz",need:"graph",url:"https://snap.stanford.edu/data/twitter_combined.txt.gz"}],rule:{...ct,compactIds:!0}}],counts:Re(81306,1342296),countsFrom:"measured",standIn:!0},Cc={id:"amazon0505",title:"Amazon product co-purchasing network of 5 May 2003 (amazon0505)",publisher:"J. Leskovec, L. Adamic, B. Adamic (SNAP)",licence:Ht,citation:"Leskovec, Adamic, Adamic: The Dynamics of Viral Marketing, ACM TWEB 1(1), 2007",printed:[Kt("Amazon",410236,2439437)],sources:[{title:"SNAP edge list",format:"snap",files:[{name:"amazon0505.txt.gz",need:"graph",url:"https://snap.stanford.edu/data/amazon0505.txt.gz"}],rule:{...ct,compactIds:!0}}],counts:Re(410236,2439437),countsFrom:"published",standIn:!0},Gc={id:"web-google",title:"Google web graph (web-Google)",publisher:"Google programming contest 2002 (SNAP)",licence:Ht,citation:"Leskovec, Lang, Dasgupta, Mahoney: Community Structure in Large Networks, Internet Mathematics 6(1), 2009",printed:[Kt("Google",875713,4322051)],sources:[{title:"SNAP edge list",format:"snap",files:[{name:"web-Google.txt.gz",need:"graph",url:"https://snap.stanford.edu/data/web-Google.txt.gz"}],rule:{...ct,compactIds:!0}}],counts:Re(875713,4322051),countsFrom:"published",standIn:!0},Bc={id:"com-youtube",title:"Youtube social network (com-Youtube)",publisher:"J. Yang, J. Leskovec (SNAP)",licence:Ht,citation:"Yang, Leskovec: Defining and Evaluating Network Communities based on Ground-truth, ICDM 2012",printed:[Kt("Youtube",1134890,2987624)],sources:[{title:"SNAP edge list, undirected",format:"snap",files:[{name:"com-youtube.ungraph.txt.gz",need:"graph",url:"https://snap.stanford.edu/data/bigdata/communities/com-youtube.ungraph.txt.gz"}],rule:{listed:"undirected, once",symmetrise:!0,selfLoops:"drop",compactIds:!0}}],counts:Re(1134890,2987624),countsFrom:"published",standIn:!0,note:"Ids in the file have gaps (the largest is reported as 1,157,806) and are renumbered."},Dc={id:"blog",title:"BlogCatalog friendships (soc-BlogCatalog)",publisher:"R. Zafarani, H. Liu (https://blogcatalog.datasets.syr.edu/)",licence:"none stated",citation:"Zafarani, Liu: Social Computing Data Repository, Arizona State University, 2009",printed:[Kt("Blog",88784,2093195)],sources:[{title:"edges.csv of the publisher",format:"snap",files:[{name:"edges.csv",folder:"blog",need:"graph"}],rule:{listed:"undirected, both directions",symmetrise:!0,selfLoops:"drop",compactIds:!0},obtain:'No direct URL is known; take edges.csv from https://blogcatalog.datasets.syr.edu/ and put it into a folder named "blog". The BlogCatalog graphs of 10,312 and of 5,196 vertices are different ones.'}],counts:Re(88784,2093195),countsFrom:"published",standIn:!0},Wc={id:"web-notredame",title:"University of Notre Dame web graph (web-NotreDame)",publisher:"R. Albert, H. Jeong, A.-L. Barabasi (SNAP)",licence:Ht,citation:"Albert, Jeong, Barabasi: Diameter of the World-Wide Web, Nature 401, 1999",printed:[],sources:[{title:"SNAP edge list",format:"snap",files:[{name:"web-NotreDame.txt.gz",need:"graph",bytes:3708538,sha256:"d4f4916db2b45060d4dde21fca2d6d757f245f4397528f72230eff3bb57e499e",url:"https://snap.stanford.edu/data/web-NotreDame.txt.gz"}],rule:ct}],counts:Re(325729,1090108),countsFrom:"measured",standIn:!1,note:"1,497,134 directed edges, 27,455 of them self-loops, made undirected."},Fc={id:"soc-epinions1",title:"Epinions who-trusts-whom network (soc-Epinions1)",publisher:"M. Richardson, R. Agrawal, P. Domingos (SNAP)",licence:Ht,citation:"Richardson, Agrawal, Domingos: Trust Management for the Semantic Web, ISWC 2003",printed:[],sources:[{title:"SNAP edge list",format:"snap",files:[{name:"soc-Epinions1.txt.gz",need:"graph",bytes:1630437,sha256:"69a2dab71fa5e3a0715487599fc16ca17ddc847379325a6c765bbad6e3e36938",url:"https://snap.stanford.edu/data/soc-Epinions1.txt.gz"}],rule:{...ct,compactIds:!0}}],counts:Re(75879,405740),countsFrom:"measured",standIn:!1,note:"508,837 directed edges, made undirected; 9 unused ids are closed up."},zc={id:"p2p-gnutella31",title:"Gnutella peer-to-peer network of 31 August 2002 (p2p-Gnutella31)",publisher:"SNAP; as MatrixMarket by dgSPARSE-Lib",licence:"MIT-style (dgSPARSE-Lib, Copyright 2021-2023 dgSPARSE); SNAP asks to cite",citation:"Ripeanu, Foster, Iamnitchi: Mapping the Gnutella Network, IEEE Internet Computing 6(1), 2002",printed:[],sources:[{title:"MatrixMarket, coordinate real general, compressed",format:"matrix-market",files:[{name:"p2p-Gnutella31.mtx.gz",need:"graph",bytes:665631,sha256:"36683498591c349b1212d1716df7cbc5ef48f30e757634ae395375978095e380"}],rule:ct,obtain:"No direct URL of the compressed file; compress example/data/p2p-Gnutella31.mtx of dgSPARSE/dgSPARSE-Lib (commit 973a97275ec4b0e1c924a493011f05c682c79c42) with gzip -9n."}],counts:Re(62586,147892),countsFrom:"measured",standIn:!1,note:"147,892 directed edges, made undirected. The file's values were made up by its publisher: the pattern counts."};var _n=/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/,qc=/^[A-Za-z0-9][A-Za-z0-9._-]*$/,Hc=new Map;function ep(t){let e=(r,o,n)=>{throw new P({action:"register a dataset",current:r,wanted:o,next:n})};_n.test(t.id)||e(`the id ${JSON.stringify(t.id.slice(0,80))}`,"lower-case letters, digits and -","rename it"),Hc.has(t.id)&&e(`a second ${t.id}`,"an id that is not taken","choose another id");for(let{name:r,folder:o,path:n}of t.sources.flatMap(i=>i.files))n===void 0&&(!qc.test(r)||o!==void 0&&!qc.test(o))&&e(`the file ${JSON.stringify(r)}`,"a file name without folders","name the file alone");Hc.set(t.id,t)}var tp=[Tc,Ic,Pc,$c,Dc,Cc,Gc,Bc,xc,Oc,_c,Ec,mc,pc,Rc,Sc,Uc,Wc,Fc,zc,vc,Lc,hc];tp.forEach(ep);var rp=/^([a-z0-9-]{1,64})(?:@1\/([1-9][0-9]{0,6}(?:\.[1-9])?)(?::(drift|shuffled|community|mixed-[1-9][0-9]?))?)?$/,Kc=.25,Kr=64,op=/^[^@]*[/\\]|\.[A-Za-z]\w*$/;function jt(t){let[,e,r,o]=rp.exec(t)??[];if(e===void 0||!_n.test(e))throw new P({action:"read a dataset's name",current:JSON.stringify(t.slice(0,80)),wanted:"a name such as cora, reddit@1/16, reddit@1/2.2:community, reddit@1/16:mixed-50 or reddit@1/16:drift",next:op.test(t)?"give your own file to advise, to repro as --graph, or to partition, whose folder train takes as --partition":"see deno task datasets list"});return r===void 0?{id:e}:{id:e,standIn:{scale:Number(r),ids:o??"shuffled"}}}function Nn(t,{scale:e}){return{vertices:Math.round(t.vertices/e),storedEdges:Math.round(t.storedEdges/e)}}function np({vertices:t,communities:e,communitySizes:r},o){let n=Math.max(1,Math.min(e,Math.floor(t/2))),i=Wr(t,n,r),s=et(n,new $(o,"order of communities")),a=new Uint32Array(n+1);return s.forEach((c,u)=>a[u+1]=a[u]+i[c+1]-i[c]),a}function sp({vertices:t,degrees:e,degreeBySize:r},o,n,i){let s=new $(i,"stand-in degrees"),a=new Float64Array(t),c=0;for(let u=0;u+1<o.length;u++){let l=(o[u+1]-o[u])**r;for(let f=o[u];f<o[u+1];f++)a[f]=l*qt(s.uniform(),e),c+=a[f]}return a.map(u=>u*n/c)}function jc(t,e){let{vertices:r,storedEdges:o,locality:n,ids:i}=t,s=np(t,e),a=s.length-1,c=Math.round(o/2),u=Math.min(c,Math.floor(Kc*r*(r-1)/2)),l=sp(t,s,2*u,e),f=a===1?0:t.mixing,d=new qr(l,{edges:u,mixing:f,seed:e}),m=new Float64Array(a);for(let x=0;x<a;x++)m[x]=d.community(s[x],s[x+1],n);d.between(s,m);let{source:h,target:p,count:g}=d.edges,w=Dr(l,i,new $(e,"stand-in ids")),y=new Uint32Array(r),b=new Uint32Array(r);for(let x=0;x<a;x++)for(let O=s[x];O<s[x+1];O++)y[w[O]]=x,b[w[O]]=O;for(let x=0;x<g;x++)h[x]=w[h[x]],p[x]=w[p[x]];return{graph:ot({vertices:r,source:h,target:p,count:g,symmetrise:!0}),community:y,places:b,droppedEdges:2*(c-g)}}var _e=1;function ip(t,e,r){let o=t.model==="citations"&&t.directed,n=o?r:r/2,i=t.model==="communities"?32*t.mixing*n:0;return(o?16:24)*n+i+64*e}function ap(t,e,r,o){if(!(r<=o))throw new F({action:`draw ${t} at 1/${e.scale}`,current:`about ${V(r)} to draw it in`,wanted:`at most the ${V(o)} that are free`,next:`use a scale from 1/${Math.ceil(e.scale*r/o)}`})}function cp(t,e,r){if(!t.split)return;let o=et(e,new $(r,"stand-in split")),n=l=>Math.round(l*e/t.vertices),[i,s,a]=t.split,c=n(i),u=c+n(s);return{train:o.slice(0,c).sort(),validation:o.slice(c,u).sort(),test:o.slice(u,n(i+s+a)).sort()}}function up(t,e,r){let{vertices:o,storedEdges:n}=Nn(t,e),i=Math.max(1,Math.round(t.communities/e.scale)),{ids:s}=e,{communitySizes:a,mixing:c}=t;switch(t.model){case"communities":{let{degrees:u,degreeBySize:l,locality:f}=t;return jc({vertices:o,storedEdges:n,communities:i,communitySizes:a,degrees:u,mixing:c,degreeBySize:l,locality:f,ids:s},r)}case"citations":{let{directed:u,references:l,searched:f}=t,d=Math.round(n/(u?1:2));return fc({vertices:o,citations:d,directed:u,fields:i,fieldSizes:a,references:l,mixing:c,searched:f,ids:s},r)}default:throw new TypeError("a family of an unknown model")}}function Yc(t,e,r,o=1/0){let{vertices:n,storedEdges:i}=Nn(t,e);if(n<Kr)throw new P({action:`draw ${t.id} at 1/${e.scale}`,current:`${n} vertices`,wanted:`at least ${Kr}`,next:`use a scale up to 1/${Math.floor(t.vertices/Kr)}`});ap(t.id,e,ip(t,n,i),o);let s=up(t,e,r),a=cp(t,n,r);return{...s,...a?{split:a}:{},note:s.droppedEdges===0?"":`${n} vertices have no room for ${i} stored edges: ${s.droppedEdges} were left out.`}}var Vc={model:"communities",id:"archaea",vertices:1644228,storedEdges:206436882,communities:2e4,communitySizes:{exponent:2,spread:50},degrees:{exponent:3,spread:4},mixing:.05,degreeBySize:1,locality:_e,published:"Vertices and edges: Hetu-GNN, Table 3. That the network falls into clusters (protein families) which Markov clustering separates: Azad et al., Nucleic Acids Research 46(6) e33, 2018.",chosen:"Families are about equally dense, so that degree grows with the size of the family. 20,000 families of 82 proteins on average, the greatest 50 times the smallest, hold the published edges at a fill of about one half. One edge in twenty leaves its family: round numbers, fixed before any run."};var Xc={meanDegree:3.8981,medianDegree:3,maxDegree:168,gini:.40514,degrees:[0,.1791,.4195,.32607,.057976,.012925,.0029542,.0011078,36928e-8],clustering:.24149,within:[.0017541,.010686,.03541],asNumbered:{tiles:[.21012,.24877,.38139,.089996,.019704,.045093,.0049261,0,0,0],hits:[.11111,.17834,.36459]},reordered:{tiles:[.072755,.045472,.061008,.079386,.12694,.005684,.57635,.032399,0,0],hits:[.51532,.62002,.69147]}},Jc={meanDegree:2.7364,medianDegree:2,maxDegree:99,gini:.44335,degrees:[.014427,.40006,.3706,.16441,.041779,.0075143,90171e-8,30057e-8],clustering:.13527,within:[.0010896,.0044146,.01361],asNumbered:{tiles:[.37654,.32293,.23748,.029657,.025483,.0079086,0,0,0,0],hits:[.060035,.13079,.34003]},reordered:{tiles:[.042838,.027241,.056678,.068322,.057777,.13884,.56964,.038664,0,0],hits:[.5236,.58318,.60983]}},Qc={meanDegree:4.496,medianDegree:2,maxDegree:171,gini:.60375,degrees:[0,.46123,.2506,.12527,.095958,.053355,.012172,.0012172,20287e-8],clustering:.059427,within:[32095e-8,.0030446,.018486],asNumbered:{tiles:[.7285,.22087,.049274,92501e-8,42866e-8,0,0,0,0,0],hits:[.060286,.19356,.51709]},reordered:{tiles:[.16686,.084965,.11285,.10295,.086499,.06818,.37352,.0041738,0,0],hits:[.54223,.64994,.71578]}},Zc={meanDegree:33.018,medianDegree:15,maxDegree:3383,gini:.63989,degrees:[0,.061447,.11128,.15645,.18901,.1932,.15841,.086304,.032913,.0086586,.0017465,46737e-8,11069e-8],clustering:.56603,within:[53444e-8,.021621,.2845],asNumbered:{tiles:[.045378,.034388,.079119,.092372,.11539,.18436,.13079,.14213,.1578,.018267],hits:[.71251,.78937,.87589]},reordered:{tiles:[.037319,.029699,.064773,.070432,.085512,.17387,.16704,.18524,.15986,.026253],hits:[.82254,.90416,.94462]}};var ut={searched:.5,references:{exponent:3,spread:20}},jr="A half of the references is searched in reference lists, which gives in-degrees Redner's tail of exponent 3 (Eur. Phys. J. B 4, 1998); reference lists vary by a factor of 20 with the same exponent: round numbers, fixed before any run.",Yr=2e3,Tn=`Topics of ${Yr} papers on average, the greatest 20 times the smallest; three references in ten leave their topic. `+jr,In="Vertices, edges, classes and the split: Yang, Cohen, Salakhutdinov (ICML 2016). Share of edges within a class: Zhu et al., Beyond homophily in graph neural networks (NeurIPS 2020). Clustering coefficient: Network Repository.",eu={id:"cora",model:"citations",directed:!1,vertices:2708,storedEdges:10556,communities:7,communitySizes:{exponent:2,spread:5},mixing:.19,...ut,split:[140,500,1e3],clustering:.24,published:In,chosen:`Fields are the classes, the greatest five times the smallest. ${jr}`,measured:Xc},tu={id:"citeseer",model:"citations",directed:!1,vertices:3327,storedEdges:9104,communities:6,communitySizes:{exponent:2,spread:3},mixing:.26,...ut,split:[120,500,1e3],clustering:.14,published:In,chosen:`Fields are the classes, the greatest three times the smallest. ${jr}`,measured:Jc},ru={id:"pubmed",model:"citations",directed:!1,vertices:19717,storedEdges:88648,communities:3,communitySizes:{exponent:2,spread:2},mixing:.2,...ut,split:[60,500,1e3],clustering:.06,published:In,chosen:`Fields are the classes, the greatest twice the smallest. ${jr}`,measured:Qc},ou={id:"ogbn-papers100m",model:"citations",directed:!1,vertices:111059956,storedEdges:3231371744,communities:Math.round(111059956/Yr),communitySizes:{exponent:2,spread:20},mixing:.3,...ut,split:[1207179,125265,214338],clustering:.085,published:"Vertices, citations, split and clustering coefficient: Hu et al., Open Graph Benchmark (NeurIPS 2020), Table 2, and DistGNN-MB, Table 1.",chosen:Tn},nu={id:"mag",model:"citations",directed:!1,vertices:101e5,storedEdges:3e8,communities:Math.round(101e5/Yr),communitySizes:{exponent:2,spread:20},mixing:.3,...ut,published:"Vertices and edges: FastGL, Table 6 (rounded).",chosen:Tn},su={id:"igb-large",model:"citations",directed:!0,vertices:1e8,storedEdges:12e8,communities:1e8/Yr,communitySizes:{exponent:2,spread:20},mixing:.3,...ut,split:[6e7,2e7,2e7],published:"Vertices, edges: FastGL, Table 6 (rounded). Split of 60, 20 and 20 %: Khatua et al. (KDD 2023).",chosen:Tn};function de({vertices:t,storedEdges:e,clustering:r,mixing:o}){let n=e/t,i=(1-o)**3*n/r;return Math.round(t/i)}var Vr=.2,iu="One edge in five leaves its group. The size of the groups follows from mean degree and clustering coefficient (see communitiesFor), the greatest 20 times the smallest. Degrees have an exponent of 3 and vary by a factor of 100: round numbers, fixed before any run.",Pn={model:"communities",communitySizes:{exponent:2,spread:20},degrees:{exponent:3,spread:100},mixing:Vr,degreeBySize:0,chosen:iu},au={...Pn,id:"ogbn-products",vertices:2449029,storedEdges:123718280,communities:de({vertices:2449029,storedEdges:123718280,clustering:.411,mixing:Vr}),split:[196615,39323,2213091],clustering:.411,locality:3,published:"Vertices, edges, split and clustering coefficient: Hu et al., Open Graph Benchmark (NeurIPS 2020), Table 2."},cu={...Pn,id:"amazon-he-mcauley",vertices:9430088,storedEdges:231594310,communities:de({vertices:9430088,storedEdges:231594310,clustering:.411,mixing:Vr}),locality:3,published:"Vertices and edges: ROC, Table 4.",chosen:`The clustering coefficient is that of ogbn-products, from the same shop. ${iu}`},uu={...Pn,id:"amazon0505",vertices:410236,storedEdges:4878874,communities:de({vertices:410236,storedEdges:4878874,clustering:.4064,mixing:Vr}),clustering:.4064,locality:3,published:"Vertices and edges: EPPGCN, Table III. Clustering coefficient: SNAP's page of the dataset."};var lu={id:"ogbn-proteins",model:"communities",vertices:132534,storedEdges:79122504,communities:de({vertices:132534,storedEdges:79122504,clustering:.28,mixing:.1}),communitySizes:{exponent:2,spread:10},degrees:{exponent:3,spread:10},mixing:.1,degreeBySize:1,split:[86619,21236,24679],clustering:.28,locality:0,published:"Vertices, edges, split and clustering coefficient: Hu et al., Open Graph Benchmark (NeurIPS 2020), Table 2.",chosen:"Modules are about equally dense, so that degree grows with the size of the module. One edge in ten leaves its module. The size of the modules follows from mean degree and clustering coefficient (see communitiesFor), the greatest ten times the smallest; degrees vary by a factor of ten: round numbers, fixed before any run."},fu={id:"ppi",model:"communities",vertices:56944,storedEdges:1612348,communities:24,communitySizes:{exponent:2,spread:4},degrees:{exponent:2.5,spread:100},mixing:0,degreeBySize:0,locality:_e,published:"Vertices and edges: ROC, Table 4. 24 separate graphs: Hamilton, Ying, Leskovec (NIPS 2017).",chosen:"The greatest graph has four times the vertices of the smallest. Degrees have the middle of the usual exponents 2..3 and vary by a factor of 100: round numbers, fixed before any run."};var du={model:"communities",id:"reddit",vertices:232965,storedEdges:114615892,communities:41,communitySizes:{exponent:2,spread:8},degrees:{exponent:2.5,spread:100},mixing:.25,degreeBySize:0,split:[153431,23831,55703],locality:_e,published:"Vertices, edges, 41 labelled communities and the split: Hamilton, Ying, Leskovec (NIPS 2017) and the dataset pages of DGL and PyG. That degrees follow a power law with a few very large ones: Hetu-GNN, Section 5.3.",chosen:"The exponent is the middle of the usual range 2..3; the spread of 100 lets the greatest degree reach about a tenth of the vertices. A quarter of the edges leave their community and the greatest community has eight times the size of the smallest: round numbers, fixed before any run."};var Ln=.2,mu="One edge in five leaves its circle. The size of the circles follows from mean degree and clustering coefficient (see communitiesFor), the greatest 20 times the smallest: round numbers, fixed before any run.",Xr={model:"communities",communitySizes:{exponent:2,spread:20},mixing:Ln,degreeBySize:0},Un="Vertices and edges: EPPGCN, Table III. Clustering coefficient: SNAP's page of the dataset.",pu="Exponent of the degrees about 2: Mislove et al., Measurement and analysis of online social networks (IMC 2007).",hu={...Xr,id:"twitter",vertices:81306,storedEdges:2684592,communities:de({vertices:81306,storedEdges:2684592,clustering:.5653,mixing:Ln}),degrees:{exponent:2,spread:1e3},locality:3,clustering:.5653,published:`${Un} ${pu}`,chosen:`The greatest degree is about 150 times the mean. ${mu}`,measured:Zc},gu={...Xr,id:"com-youtube",vertices:1134890,storedEdges:5975248,communities:de({vertices:1134890,storedEdges:5975248,clustering:.0808,mixing:Ln}),degrees:{exponent:2.1,spread:1e4},clustering:.0808,locality:0,published:`${Un} ${pu}`,chosen:`The greatest degree is about 1,500 times the mean. ${mu}`},wu={...Xr,id:"blog",vertices:88784,storedEdges:4186390,communities:60,degrees:{exponent:2,spread:1e3},mixing:.5,locality:_e,published:"Vertices and edges: EPPGCN, Table III.",chosen:"60 communities, the greatest 20 times the smallest; a half of the friendships leaves its community. Degrees have an exponent of 2 and vary by a factor of 1,000, so that the greatest reaches about a tenth of the vertices: round numbers, fixed before any run."},bu={...Xr,id:"web-google",vertices:875713,storedEdges:8644102,communities:de({vertices:875713,storedEdges:8644102,clustering:.5143,mixing:.1}),degrees:{exponent:2.1,spread:2e3},mixing:.1,clustering:.5143,locality:3,published:`${Un} Exponent 2.1 of in-links: Broder et al., Graph structure in the web (WWW 2000).`,chosen:"One link in ten leaves its site. Degrees vary by a factor of 2,000. The size of the sites follows from mean degree and clustering coefficient (see communitiesFor), the greatest 20 times the smallest: round numbers, fixed before any run."};var lp=[eu,tu,ru,hu,wu,uu,bu,gu,du,au,lu,Vc,nu,su,ou,fu,cu],fp=new Map(lp.map(t=>[t.id,t]));function Jr(t){return fp.get(t)}function Yt(t){let e=new Uint32Array(t.rows);for(let r=0;r<t.rows;r++)e[r]=t.rowPtr[r+1]-t.rowPtr[r];return e}function dp(t){let e=new Uint8Array(t.rows);for(let o=0;o<t.rows;o++)for(let n=t.rowPtr[o];n<t.rowPtr[o+1];n++)t.colIdx[n]!==o&&(e[o]=e[t.colIdx[n]]=1);let r=0;for(let o=0;o<t.rows;o++)r+=1-e[o];return r}function yu(t){le(t,"describe the degrees of a graph");let e=t.rows;if(e===0)return{min:0,max:0,mean:0,median:0,gini:0,skewness:0,histogram:[],isolated:0};let r=Yt(t),o=B(t)/e,n=1/0,i=0,s=0,a=0;for(let p=0;p<e;p++){let g=r[p]-o;n=Math.min(n,r[p]),i=Math.max(i,r[p]),s+=g*g,a+=g*g*g}let c=new Uint32Array(i+1);for(let p=0;p<e;p++)c[r[p]]++;let u=new Array(33-Math.clz32(i)).fill(0),l=0,f=0,d=-1,m=-1;for(let p=0;p<=i;p++){let g=c[p];g!==0&&(u[32-Math.clz32(p)]+=g,f+=p*g*(2*l+g+1)/2,l+=g,d<0&&l>=Math.ceil(e/2)&&(d=p),m<0&&l>=Math.floor(e/2)+1&&(m=p))}let h=o*e;return{min:n,max:i,mean:o,median:(d+m)/2,gini:h===0?0:2*f/(e*h)-(e+1)/e,skewness:s===0?0:a/e/(s/e)**1.5,histogram:u,isolated:dp(t)}}var xu=32;function mp(t,e,r){let o=new Map;return Uint32Array.from({length:e},(n,i)=>{let s=i+r.below(t-i),a=o.get(s)??s;return o.set(s,o.get(i)??i),a})}function Su(t,e={}){le(t,"measure the growth of neighbourhoods");let{hops:r=3,sample:o=64,seed:n=1}=e;for(let[h,p]of[["hops",r],["start vertices",o]])if(!(Number.isInteger(p)&&p>=1))throw new P({action:"measure the growth of neighbourhoods",current:`${p} ${h}`,wanted:"a whole number from 1",next:`pass a number of ${h}`});let{rows:i,rowPtr:s,colIdx:a}=t,c=mp(i,Math.min(o,i),new $(n,"k-hop starts")),u=Array.from({length:r},()=>new Uint32Array(c.length)),l=new Uint32Array(i),f=new Uint32Array(i),d=new Uint32Array(i);for(let h=0;h<c.length;h+=xu){let p=Math.min(xu,c.length-h);l.fill(0),f.fill(0);for(let w=0;w<p;w++)l[c[h+w]]=f[c[h+w]]=1<<w;let g=new Uint32Array(p).fill(1);for(let w=0;w<r;w++){for(let y=0;y<i;y++){let b=f[y];if(b!==0){f[y]=0;for(let x=s[y],O=s[y+1];x<O;x++)d[a[x]]|=b}}for(let y=0;y<i;y++){let b=d[y]&~l[y];for(d[y]=0,f[y]=b,l[y]|=b;b!==0;b&=b-1)g[31-Math.clz32(b&-b)]++}u[w].set(g,h)}}let m=u.map(h=>c.length===0?0:h.reduce((p,g)=>p+g,0)/c.length);return{starts:c,sizes:u,mean:m}}function $n(t){let e=new WeakMap;return r=>e.getOrInsertComputed(r,t)}var pp=$n(t=>$n(e=>Eu({rows:e.length-1,rowPtr:e,colIdx:t})));function Cn(t){return t.rows!==t.cols?!1:t.values?Eu(t):pp(t.colIdx)(t.rowPtr)}function Eu({rows:t,rowPtr:e,colIdx:r,values:o}){let n=e.slice(0,t);for(let i=0;i<t;i++){let s=e[i+1],a=n[i];if(a<s&&r[a]<i)return!1;for(a<s&&r[a]===i&&a++;a<s;a++){let c=r[a],u=n[c]++;if(u>=e[c+1]||r[u]!==i||o&&o[u]!==o[a])return!1}}return!0}function hp(t){for(let e=0;e<t.rows;e++)for(let r=t.rowPtr[e];r<t.rowPtr[e+1]&&t.colIdx[r]<=e;r++)if(t.colIdx[r]===e)return!0;return!1}function Qr(t,e={}){le(t,"take the undirected structure of a graph");let{rows:r,cols:o,rowPtr:n,colIdx:i}=t,s={rows:r,cols:o,rowPtr:n,colIdx:i},a=e.selfLoops==="drop"&&hp(t),c=Cn(s);if(c&&!a)return s;let u=c?s:ht(s),l=new Uint32Array(c?B(s):2*B(s)),f=new Uint32Array(r+1),d=0;for(let m=0;m<r;m++){let h=n[m+1],p=u.rowPtr[m+1],g=n[m],w=u.rowPtr[m];for(;g<h||w<p;){let y=g<h?i[g]:1/0,b=w<p?u.colIdx[w]:1/0,x=Math.min(y,b);y===x&&g++,b===x&&w++,(!a||x!==m)&&(l[d++]=x)}f[m+1]=d}return{rows:r,cols:o,rowPtr:f,colIdx:l.slice(0,d)}}function vu({vertices:t,degree:e,falling:r}){let o=0;for(let a=0;a<t.length;a++)o=Math.max(o,e[t[a]]);let n=a=>r?o-e[a]:e[a],i=new Uint32Array(o+2);for(let a=0;a<t.length;a++)i[n(t[a])+1]++;for(let a=0;a<=o;a++)i[a+1]+=i[a];let s=new Uint32Array(t.length);for(let a=0;a<t.length;a++)s[i[n(t[a])]++]=t[a];return s}var re=4294967295,Gn=class{target;weight;begin;length;#e=0;constructor(e,r){this.target=new Uint32Array(r),this.weight=new Float64Array(r),this.begin=new Uint32Array(e),this.length=new Uint32Array(e)}open(e,r,o){this.#e+r>this.target.length&&this.#t(r,o),this.begin[e]=this.#e,this.length[e]=r,this.#e+=r}#t(e,r){let o=e;for(let c of r)o+=this.length[c];let n=Math.max(this.target.length,2*o),i=new Uint32Array(n),s=new Float64Array(n),a=0;for(let c of r){if(this.length[c]===0)continue;let u=this.begin[c],l=u+this.length[c];i.set(this.target.subarray(u,l),a),s.set(this.weight.subarray(u,l),a),this.begin[c]=a,a+=l-u}this.target=i,this.weight=s,this.#e=a}};function gp(t){let{rows:e,rowPtr:r,colIdx:o}=t,n=r[e],i=new Uint32Array(e).fill(re),s=new Uint32Array(e).fill(re),a=new Uint32Array(e).fill(re),c=new Uint32Array(e).fill(re),u=Z(e),l=Yt(t),f=u.slice(),d=Float64Array.from(l),m=new Uint8Array(e),h=vu({vertices:u,degree:l,falling:!1}),p=new Gn(e,n),g=b=>{for(;f[b]!==b;)b=f[b]=f[f[b]];return b},w=new Float64Array(e),y=new Uint32Array(e);for(let b of h){let x=0,O=(v,k)=>{let E=g(v);E!==b&&(w[E]===0&&(y[x++]=E),w[E]+=k)};for(let v=r[b];v<r[b+1];v++)O(o[v],1);for(let v=s[b];v!==re;v=c[v]){let k=p.begin[v]+p.length[v];for(let E=p.begin[v];E<k;E++)O(p.target[E],p.weight[E]);p.length[v]=0}m[b]=1;let M=re,S=0;for(let v=0;v<x;v++){let k=y[v],E=w[k]-d[b]*d[k]/n;(E>S||E===S&&M!==re&&k<M)&&(M=k,S=E)}if(M!==re&&(i[b]=f[b]=M,d[M]+=d[b],s[M]===re?s[M]=b:c[a[M]]=b,a[M]=b,!m[M])){p.open(b,x,h);let v=p.begin[b];for(let k=0;k<x;k++)p.target[v+k]=y[k],p.weight[v+k]=w[y[k]]}for(let v=0;v<x;v++)w[y[v]]=0}return{parent:i,firstChild:s,nextSibling:c}}var ku={id:"rabbit",title:"Rabbit order",source:{paper:"eppgcn",section:"Table IV"},parameters:{},compute(t){let e=Qr(t,{selfLoops:"drop"}),{rows:r}=e,{parent:o,firstChild:n,nextSibling:i}=gp(e),s=new Uint32Array(r),a=0,c=0;for(let u=0;u<r;u++)if(o[u]===re){c++;for(let l=u;;){if(s[l]=a++,n[l]!==re){l=n[l];continue}for(;l!==u&&i[l]===re;)l=o[l];if(l===u)break;l=i[l]}}return{perm:s,facts:{clusters:c}}}};function wp(t,e=t.length){if(t.length!==e)return!1;let r=new Uint8Array(e);for(let o=0;o<e;o++){if(t[o]>=e||r[t[o]])return!1;r[t[o]]=1}return!0}function Bn(t,e){if(wp(t,e))return t;throw new C({action:"use a permutation",current:t.length===e?"an id twice or out of range":`${t.length} ids`,wanted:`every id from 0 to ${e-1} once`,next:"take the permutation from an ordering of the same graph"})}function Au(t){Bn(t,t.length);let e=new Uint32Array(t.length);for(let r=0;r<t.length;r++)e[t[r]]=r;return e}function Mu(t,e){le(t,"renumber the vertices of a graph");let{rows:r,rowPtr:o,colIdx:n,values:i}=t;Bn(e,r);let s=Au(e),a=new Uint32Array(r+1),c=new Uint32Array(B(t)),u=i&&new Float32Array(c.length),l=new Float32Array(i?r:0);for(let f=0,d=0;f<r;f++){let m=d;for(let h=o[s[f]],p=o[s[f]+1];h<p;h++){let g=e[n[h]];c[d++]=g,i&&(l[g]=i[h])}if(c.subarray(m,d).sort(),u)for(let h=m;h<d;h++)u[h]=l[c[h]];a[f+1]=d}return{rows:r,cols:r,rowPtr:a,colIdx:c,...u&&{values:u}}}var Dn=class{#e;#t;#r;#n=0;#s=0;constructor(e){let r=2**Math.ceil(Math.log2(2*e+16));this.#e=new Uint32Array(r+1),this.#t=new Int32Array(r+1).fill(-1),this.#r=new Uint32Array(e)}access(e){this.#n===this.#e.length-1&&this.#o();let r=this.#e,o=this.#r[e],n=-1;if(o>0){let s=0;for(let a=o;a>0;a&=a-1)s+=r[a];n=this.#s-s,this.#t[o]=-1;for(let a=o;a<r.length;a+=a&-a)r[a]--}else this.#s++;let i=++this.#n;this.#r[e]=i,this.#t[i]=e;for(let s=i;s<r.length;s+=s&-s)r[s]++;return n}#o(){let e=this.#e,r=this.#t,o=0;for(let n=1;n<r.length;n++){let i=r[n];i<0||(r[++o]=i,this.#r[i]=o)}r.fill(-1,o+1);for(let n=1;n<e.length;n++)e[n]=Math.max(0,Math.min(n,o)-(n-(n&-n)));this.#n=o}};function bp(t,e,r){let o=new Int32Array(t).fill(-1),n=new Uint32Array(2),i=0;for(let s=0;s<t;s++)pr(r>>>0,1380275539,s,0,n),(e===1||n[0]<e*2**32)&&(o[s]=i++);return{numberOf:o,kept:i}}function Ou(t,e={}){let{seed:r=1,maxAccesses:o=2**22}=e;if(!Number.isInteger(o)||o<1)throw new P({action:"measure reuse distances",current:`at most ${o} accesses`,wanted:"a whole number from 1",next:"pass how many accesses may be followed"});let{cols:n,colIdx:i}=t,s=B(t),a=Math.min(1,o/Math.max(1,s)),{numberOf:c,kept:u}=bp(n,a,r),l=new Dn(u),f=new Float64Array(34),d=0,m=0,h=0,p=-1;for(let w=0;w<s;w++){let y=c[i[w]];if(y<0)continue;d++;let b=l.access(y);if(b<0){m++;continue}let x=Math.round(b/a),O=32-Math.clz32(x);f[O]++,h+=x,O>p&&(p=O)}let g=d-m;return{accesses:d,cold:m,histogram:Array.from(f.subarray(0,p+1)),mean:g===0?0:h/g,sampleRate:a}}function Ru({accesses:t,histogram:e},r){if(t===0||!(r>0))return 0;let o=e[0]??0;for(let n=1;n<e.length;n++){let i=2**(n-1);o+=e[n]*Math.min(1,Math.max(0,(r-i)/i))}return o/t}var yp=2048,Wn=1024;function xp({rows:t,rowPtr:e,colIdx:r},o){let n=new $(o,"clustering coefficient"),i=Math.min(yp,t),s=new Uint32Array(2*i*Wn),a=new Uint32Array(i+1),c=0,u=(l,f)=>{s[2*c]=r[l],s[2*c+++1]=r[f]};for(let l=0;l<i;l++){let f=i===t?l:n.below(t),d=e[f],m=e[f+1]-d;if(m*(m-1)/2<=Wn)for(let h=0;h<m;h++)for(let p=0;p<h;p++)u(d+h,d+p);else for(let h=0;h<Wn;h++){let p=n.below(m),g=(p+1+n.below(m-1))%m;u(d+p,d+g)}a[l+1]=c}return{ends:s,offsets:a}}function Sp({rows:t,rowPtr:e,colIdx:r},{ends:o,offsets:n}){let i=n.length-1,s=n[i],a=new Uint32Array(t+1);for(let f=0;f<s;f++)a[o[2*f]+1]++;for(let f=0;f<t;f++)a[f+1]+=a[f];let c=new Uint32Array(2*s);for(let f=0;f<i;f++)for(let d=n[f];d<n[f+1];d++){let m=a[o[2*d]]++;c[2*m]=o[2*d+1],c[2*m+1]=f}let u=new Uint32Array(i),l=new Uint32Array(t);for(let f=0,d=0;f<t;f++){let m=a[f];if(d!==m){for(let h=e[f];h<e[f+1];h++)l[r[h]]=f+1;for(;d<m;d++)l[c[2*d]]===f+1&&u[c[2*d+1]]++}}return u}function _u(t,{seed:e=1}={}){let r=Qr(t,{selfLoops:"drop"}),o=xp(r,e),{offsets:n}=o,i=0;for(let[s,a]of Sp(r,o).entries())n[s+1]>n[s]&&(i+=a/(n[s+1]-n[s]));return n.length===1?0:i/(n.length-1)}function Ep(t){let e=[];for(let r of Yt(t)){let o=32-Math.clz32(r);for(;e.length<=o;)e.push(0);e[o]+=1/t.rows}return e}function Nu(t,e){let r=Math.max(1,B(t)),o=Ou(t,e),n=i=>Ru(o,t.rows/i);return{tiles:ds(t).map(i=>i.nnz/r),hits:[n(64),n(16),n(4)]}}function Tu(t,e={}){let{seed:r=1,maxReordered:o=1/0,maxAccesses:n}=e,i={seed:r,...n!==void 0&&{maxAccesses:n}},{mean:s,median:a,max:c,gini:u}=yu(t),[l,f,d]=Su(t,{hops:3,seed:r}).mean.map(m=>m/Math.max(1,t.rows));return{meanDegree:s,medianDegree:a,maxDegree:c,gini:u,degrees:Ep(t),clustering:_u(t,{seed:r}),within:[l,f,d],asNumbered:Nu(t,i),...B(t)<=o&&{reordered:Nu(Mu(t,ku.compute(t,{seed:r}).perm),i)}}}var vp={communities:{standIn:"twitter@1/1:community",score:.873},citations:{standIn:"pubmed@1/1:mixed-50",score:.854}},kp={maxReordered:2**20,maxAccesses:2**20},Ap=[["at most 1 %",0,4],["1 to 5 %",4,6],["more than 5 %",6,10]];function Mp(t,e){return t.reduce((r,o,n)=>r+Math.min(o,e[n]??0),0)}function Pu(t,e,r){return e?[{measure:t,wanted:1,got:Mp(e,r),kind:"share"}]:[]}function Iu(t,e,r){let o=(n,i,s)=>n.slice(i,s).reduce((a,c)=>a+c,0);return[...Pu(`overlap of the histograms of tile fill, ${r}`,t?.tiles,e.tiles),...Ap.map(([n,i,s])=>({measure:`share of entries in tiles filled ${n}, ${r}`,...t&&{wanted:o(t.tiles,i,s)},got:o(e.tiles,i,s),kind:"share"})),...["V/64","V/16","V/4"].map((n,i)=>({measure:`reads served by an LRU cache of ${n} rows, ${r}`,...t&&{wanted:t.hits[i]},got:e.hits[i],kind:"share"}))]}function Op(t,e,r){let o=(i,s,a,c)=>({measure:i,...a!==void 0&&{wanted:a},got:c,kind:s}),n=i=>i===void 0?void 0:i*r/t.meanDegree;return[o("mean degree","magnitude",r,e.meanDegree),o("median degree","magnitude",n(t.medianDegree),e.medianDegree),o("greatest degree","magnitude",n(t.maxDegree),e.maxDegree),o("Gini coefficient of the degrees","share",t.gini,e.gini),...Pu("overlap of the histograms of degrees",t.degrees,e.degrees),o("clustering coefficient","share",t.clustering,e.clustering),...e.within.map((i,s)=>o(`share of the vertices within ${s+1} ${s===0?"hop":"hops"}`,"share",t.within?.[s],i)),...Iu(t.asNumbered,e.asNumbered,"ids as they are"),...e.reordered?Iu(t.reordered,e.reordered,"after Rabbit order"):[]]}function Rp({kind:t,wanted:e,got:r}){return t==="share"?1-Math.abs(e-r):e===r?1:Math.min(e,r)/Math.max(e,r)}function _p(t){let e=t.flatMap(o=>o.wanted===void 0?[]:[{...o,wanted:o.wanted}]);if(e.length<2)return[];let r=e.reduce((o,n)=>o+Rp(n),0)/e.length;return[{measure:`fidelity score of ${e.length} measures (1 is equal)`,wanted:1,got:r}]}function Lu({id:t,kind:e,graph:r}){let o=e==="stand-in"?Jr(jt(t).id):void 0;if(!o)return[];let n=o.storedEdges/o.vertices,{measured:i,clustering:s}=o,a=i??{meanDegree:n,...s!==void 0&&{clustering:s}},c=Tu(r,i?{}:kp),u=Op(a,c,n),l=vp[o.model];return[...u.map(({kind:f,...d})=>d),..._p(u),...i?[]:[{measure:`score of its model where the real graph is at hand: ${l.standIn}`,wanted:1,got:l.score}]]}function Uu(t){let{rows:e,rowPtr:r,colIdx:o}=t,n=B(t),i=0,s=0,a=()=>({vertices:e,storedEdges:n,undirectedEdges:n-i-s/2});if(e===t.cols&&Cn({rows:e,cols:e,rowPtr:r,colIdx:o})){for(let u=0;u<e;u++)for(let l=r[u];l<r[u+1];l++)o[l]===u&&i++;return s=n-i,a()}let c=r.slice(0,e);for(let u=0;u<e;u++)for(let l=r[u];l<r[u+1];l++){let f=o[l];if(f===u)i++;else{for(;c[f]<r[f+1]&&o[c[f]]<u;)c[f]++;c[f]<r[f+1]&&o[c[f]]===u&&s++}}return a()}function $u({rows:t,cols:e,rowPtr:r,colIdx:o,values:n}){let i=`csr ${t} ${e} ${o.length} ${n?"f32":"pattern"}
`;return[new TextEncoder().encode(i),...[r,o,...n?[n]:[]].map(({buffer:s,byteOffset:a,byteLength:c})=>new Uint8Array(s,a,c))]}var Cu=64;function lt(t,e){let{id:r}=jt(t);return{name:t,workload:{id:`${r}:w${Cu}`,dataset:e,factors:{width:Cu}}}}var Gu={recorded:[lt("ogbn-proteins@1/16","ogbn-proteins@1/16"),lt("archaea@1/32","archaea"),lt("reddit@1/16","reddit")],small:[lt("pubmed@1/1","pubmed@1/1"),lt("reddit@1/256","reddit@1/256")],smoke:[lt("cora@1/1","cora@1/1")]};async function Bu(t,e){let{id:r,standIn:o}=jt(t),n=Jr(r);if(o===void 0||n===void 0)throw new P({action:`draw ${t}`,current:"no stand-in of this name",wanted:"a stand-in such as reddit@1/16",next:"see deno task datasets list"});let{graph:i,note:s}=Yc(n,o,e),a=await new Blob([...$u(i)]).bytes();return{id:t,kind:"stand-in",graph:i,hash:await Ae(a),counts:Uu(i),note:s}}function Du(t){let{id:e,kind:r,hash:o,counts:{vertices:n,storedEdges:i},note:s}=t;return{name:e,kind:r,hash:o,vertices:n,storedEdges:i,note:s,fidelity:Lu(t)}}var Np=9,Wu=100,Tp=5,Ip=6e4;function Fu(t,e,r){if(t==="smoke")return wn.smoke;let{timer:o,quantumNs:n=0,waitMs:i}=e.calibration,s=o==="gpu-timestamp"?Wu*n/1e6:Math.max(Pr(i),Wu*r);return{...wn.standard,contextRounds:Np,comparisonMs:Ip,sampleMs:Math.max(Tp,s)}}var zu="row-split-scalar",Pp={time:{label:"SpMM time",unit:"ms",better:"lower"},gflops:{label:"throughput",unit:"GFLOP/s",better:"higher"},speedup:{label:`speed-up over ${zu}`,unit:"x",better:"higher"},...Ua},qu={id:"own/kernel-ladder",artifact:"Kernel ladder",title:"SpMM kernels from naive to best",question:"How fast is each SpMM kernel on each graph and width, and what share of this device's roofline does it reach?",baseline:zu,settings:{weights:"GCN normalisation with self-loops",features:"uniform random in [-1, 1)"},metrics:Pp,plots:[{metric:"gflops",x:"width",facet:"dataset"},{metric:"time",x:"width",facet:"dataset",logarithmic:!0}],claims:[]};function Hu(t,e){let{id:r,artifact:o,title:n,question:i,contenders:s,baseline:a,metrics:c,plots:u,settings:l,notes:f}=t;return{id:r,paper:Tr(t),artifact:o,title:n,question:i,contenders:s.map(({id:d,label:m})=>({id:d,label:m})),baseline:a,metrics:Wt(c),plots:u,settings:l,notes:f,command:e}}function Lp({seed:t},{graph:e},r){let o=yr(e);return{matrix:o,features:Rr(o.cols,r,t),width:r}}function Ku(t){return{...qu,contenders:Mt.map(({id:e})=>({id:e,label:e,factors:{kernel:e}})),workloads:()=>t.map(({workload:e})=>e),measurement:{kind:"timed",decides:!1,trial:async(e,r,{factors:{width:o}},{id:n})=>{let i=Mt.find(s=>s.id===n);return _r(e,{...await e.once(Lp,r,o),kernel:i})}},notes:["Measured in a browser by try.html: WebGPU there is the browser's own, and its clocks are as coarse as the browser makes them."]}}function ju(t){return Hu(t,`deno task repro ${t.id} --device webgpu`)}var Up=/llvmpipe|lavapipe|softpipe|swrast|swiftshader|basic render|\bwarp\b/i,$p=["6880","65541","5140"];function Fn(t){return t.description||[t.vendor,t.architecture,t.device].filter(e=>e!=="").join(" ")||"unnamed adapter"}function Yu(t){return Up.test(Fn(t))||$p.includes(t.vendor)?"software":"hardware"}function Zr(t,{label:e,bytes:r},{begin:o,end:n}){if(!(o>=0&&o%4===0&&n>=o&&n<=r&&Number.isInteger(n)))throw new z({action:`${t} buffer "${e}"`,current:`bytes ${o} to ${n}`,wanted:`from a multiple of 4 up to at most ${r}`,next:"name bytes that it has, or allocate a larger buffer"})}var zn=class{label;bytes;id;held;state;constructor(e,r,o,n){this.label=e,this.bytes=r,this.id=o,this.held=n,this.state="alive"}get gpu(){if(this.state==="alive")return this.held;throw new z({action:`use buffer "${this.label}"`,current:`a ${this.state} buffer`,wanted:"one that is alive",next:"prepare the plan again with live operands"})}};function Vu(t,e){let{limits:r}=t,o=rs(t);return{memoryBytes:e.memoryBytes,bindingBytes:Math.min(r.maxStorageBufferBindingSize,r.maxBufferSize,e.bindingBytes),storageBindings:r.maxStorageBuffersPerShaderStage,workgroupBytes:r.maxComputeWorkgroupStorageSize,workgroupInvocations:Math.min(r.maxComputeInvocationsPerWorkgroup,r.maxComputeWorkgroupSizeX),workgroupsPerAxis:r.maxComputeWorkgroupsPerDimension,...o&&{subgroups:o}}}var eo=class{#e;#t;#r=new Set;#n=0;#s=0;#o=0;constructor(e,r){this.#e=e,this.#t=r}get bytes(){return{live:this.#s,peak:this.#o}}get nextId(){return this.#n}reserve(e,r,o){let n=Math.max(4,Math.ceil(r/4)*4),{memoryBytes:i}=this.#t,s=this.#e.limits.maxBufferSize;if(n>s||this.#s+n>i){let c=n<=s;throw new F({action:`allocate ${V(n)} for "${e}"`,current:c?`${V(this.#s)} of ${V(i)} taken`:`an adapter whose largest buffer is ${V(s)}`,wanted:"room for it",next:c?"raise --device-memory, or take a smaller graph or narrower layers":"take a smaller graph, narrower layers or another adapter"})}let a=new zn(e,n,this.#n++,this.#i({label:e,size:n,...o}));return this.#r.add(a),this.#s+=n,this.#o=Math.max(this.#o,this.#s),a}#i(e){try{return this.#e.createBuffer(e)}catch(r){throw r instanceof RangeError?new F({action:`allocate ${V(e.size)} for "${e.label}"`,current:`an adapter that refuses (${r.message})`,wanted:"room for it",next:"take a smaller graph, narrower layers or another adapter"},{cause:r}):r}}holds(e){return this.#r.has(e)}since(e){return[...this.#r].filter(({id:r})=>r>=e)}release(e,r){this.#r.delete(e),this.#s-=e.bytes,e.state=r,e.held.destroy()}resetPeak(){this.#o=this.#s}};var Xu={ms:200,share:.01};function Ju({rate:t=0},e){return Math.max(e,Math.floor(Xu.ms*Xu.share*t))}function Qu({timer:t,waitMs:e}){if(t!=="wall-slope")return;let{wall:r,[t]:o}=xr;return Math.min(o,Math.max(r,Pr(e)))}function Zu({webgpu:t,because:e,driver:r,state:o,subgroups:n},{waitMs:i,ratio:s}){return{webgpu:t,...e!==void 0&&{"webgpu choice":e},...r!==void 0&&{"webgpu driver":r},...o!==void 0&&{"gpu state":o},"webgpu subgroups":n===void 0?"none":os(n),"webgpu wait":`${i.toPrecision(2)} ms`,...s!==void 0&&{"webgpu timestamps":`${s.toPrecision(3)} ms in 1 ms of the wall clock`}}}var Cp;function to(){Cp?.begin()}var Gp=20,ro=class{#e=new Map;#t=0;#r=0;#n=performance.now();constructor({lost:e}){e.then(()=>{for(let r of[...this.#e.keys()])r()})}get count(){return this.#t}get pauses(){return this.#r}get waitingMs(){for(let e of this.#e.values())return performance.now()-e}async until(e){this.#t++,this.#e.size===0&&performance.now()-this.#n>Gp&&this.#r++,to();let r;try{return await new Promise((o,n)=>{r=()=>o(void 0),this.#e.set(r,performance.now()),e.then(o,n)})}finally{this.#e.delete(r),this.#n=performance.now()}}};function el(){return performance.timeOrigin+performance.now()}var Vt=4096,oo=class{#e;#t=[];#r=[];#n=[];#s=0;#o=0;#i=new BigUint64Array;constructor(e){this.#e=e}pass(){let e=this.#o%Vt;return e===0&&this.#t.push(this.#e.createQuerySet({type:"timestamp",count:Vt})),this.#o+=2,{querySet:this.#t.at(-1),beginningOfPassWriteIndex:e,endOfPassWriteIndex:e+1}}submitted(){this.#r.length===0&&(this.#s=el()),this.#o>(this.#r.at(-1)??0)&&this.#r.push(this.#o)}mark(){this.#n.push(this.#r.length)}async read(){if(this.#o===0)return{ms:0,parts:this.#n.map(()=>0),quantumNs:0};let e=this.#o*8,r=this.#e.createBuffer({size:e,usage:GPUBufferUsage.QUERY_RESOLVE|GPUBufferUsage.COPY_SRC}),o=this.#e.createBuffer({size:e,usage:GPUBufferUsage.MAP_READ|GPUBufferUsage.COPY_DST});try{let n=this.#e.createCommandEncoder();return this.#t.forEach((i,s)=>{let a=Math.min(Vt,this.#o-s*Vt);n.resolveQuerySet(i,0,a,r,s*Vt*8)}),n.copyBufferToBuffer(r,0,o,0,e),this.#e.queue.submit([n.finish()]),await o.mapAsync(GPUMapMode.READ),this.#i=new BigUint64Array(o.getMappedRange()).slice(),Bp(this.#i,{ends:this.#r,marks:this.#n})}finally{r.destroy(),o.destroy()}}get passes(){let e=r=>this.#s+Number(this.#i[r]-this.#i[0])/1e6;return Array.from({length:this.#i.length/2},(r,o)=>({begin:e(2*o),end:e(2*o+1)}))}destroy(){for(let e of this.#t)e.destroy()}};function Bp(t,{ends:e,marks:r=[]}){let o=t.reduce((u,l)=>l<u?l:u,t[0]),n=Array.from(t,u=>Number(u-o)),i=0,s=0,a=e.map(u=>{let l=1/0,f=0;for(;i<u;i++)l=Math.min(l,n[i]),f=Math.max(f,n[i]);let d=Math.max(0,f-Math.max(l,s));return s=Math.max(s,f),d}),c=(u,l)=>a.slice(u,l).reduce((f,d)=>f+d,0)/1e6;return{ms:c(0,a.length),parts:r.map((u,l)=>c(r[l-1]??0,u)),quantumNs:n.reduce(qn,0)}}function qn(t,e){for(;e!==0;)[t,e]=[e,t%e];return t}function Hn(t,e){let r=e.message.trim().replace(/\s+/g," ")||"an error without a message";return e.constructor.name==="GPUOutOfMemoryError"?new F({action:t,current:r,wanted:"device memory",next:"lower the problem's size, or --scale it"}):new z({action:t,current:r,wanted:"valid work",next:"report this with the kernel's name"})}function Dp(t,e){let r=t.buffer;return e==="dawn"&&r instanceof SharedArrayBuffer?t.slice():t}function tl({queue:t},e,{buffer:r,byteOffset:o,data:n}){let i=new Uint8Array(n.buffer,n.byteOffset,n.byteLength),s=i.byteLength-i.byteLength%4;for(let a=0;a<s;a+=67108864){let c=i.subarray(a,Math.min(s,a+67108864));t.writeBuffer(r,o+a,Dp(c,e)),s>67108864&&t.submit([])}if(s<i.byteLength){let a=new Uint8Array(4);a.set(i.subarray(s)),t.writeBuffer(r,o+s,a)}}var Wp=4*2**30,Fp=2**31,zp=2**27,qp=256*2**20,rl=["validation","out-of-memory","internal"],no=class{gpu;backend;isa;webgpu;name;adapterKind;threads;limits;shared;pipelines;onPasses;tuning;calibration;dispatchWork;#e;#t;#r;#n;#s;#o;constructor(e,r,o){this.gpu=e,this.backend="webgpu",this.isa="",this.threads=0,this.shared=new WeakMap,this.pipelines=new Map,this.calibration={timer:"wall-slope",waitMs:1/0},this.#r=[];let{name:n,kind:i,webgpu:s}=r;this.#n=r,this.name=n,this.adapterKind=i,this.webgpu=s;let a=i==="software",{memoryBytes:c=a?Wp:Number.MAX_SAFE_INTEGER}=o;this.limits=Vu(e,{memoryBytes:c,bindingBytes:o.bindingBytes??1/0}),this.dispatchWork=a?zp:Fp,this.#t=new eo(e,this.limits),this.#e=new Zt(e,this.dispatchWork),e.addEventListener("uncapturederror",u=>{u.preventDefault(),this.#r.push(u.error)}),e.lost.then(({reason:u,message:l})=>this.#o??=`a lost device (${l||u})`),this.#s=new ro(e)}get timer(){return this.calibration.timer}get shortestSampleMs(){return Qu(this.calibration)}get lost(){return this.#o}get facts(){return Zu({...this.#n,...this.limits},this.calibration)}get ledger(){return this.#t.bytes}get waits(){return this.#s.count}get pauses(){return this.#s.pauses}get waitingMs(){return this.#s.waitingMs}get waitMs(){return this.calibration.waitMs}allocate(e,r){return this.#i(e,r,GPUBufferUsage.STORAGE|GPUBufferUsage.COPY_SRC|GPUBufferUsage.COPY_DST)}uniform(e,r){let o=Math.ceil(r.byteLength/16)*16,n=this.#i(e,o,GPUBufferUsage.UNIFORM|GPUBufferUsage.COPY_DST);return this.write(n,r),n}staging(e,r){return this.#i(e,r,GPUBufferUsage.MAP_WRITE|GPUBufferUsage.COPY_SRC,!0)}#i(e,r,o,n=!1){return this.#a(`allocate "${e}"`),this.#t.reserve(e,r,{usage:o,mappedAtCreation:n})}write(e,r,o=0){this.#a(`write buffer "${e.label}"`),Zr("write",e,{begin:o,end:o+r.byteLength}),this.#e.flush(),tl(this.gpu,this.webgpu,{buffer:e.gpu,byteOffset:o,data:r})}async read(e,r=e.bytes){this.#a(`read buffer "${e.label}"`),Zr("read",e,{begin:0,end:r});let o=e.gpu,n=new Uint8Array(r),i=Math.ceil(r/4)*4,s=Math.min(i,qp),a=this.gpu.createBuffer({label:"read",size:s,usage:GPUBufferUsage.MAP_READ|GPUBufferUsage.COPY_DST});try{for(let c=0;c<i;c+=s){let u=Math.min(s,i-c);this.#e.encode(l=>l.copyBufferToBuffer(o,c,a,0,u)),this.#e.flush(),await this.#s.until(a.mapAsync(GPUMapMode.READ,0,u)),this.#a(`read buffer "${e.label}"`),n.set(new Uint8Array(a.getMappedRange(0,u)).subarray(0,r-c),c),a.unmap()}}catch(c){throw this.#a(`read buffer "${e.label}"`),this.#d(`read buffer "${e.label}"`)??c}finally{a.destroy()}return this.#f(`read buffer "${e.label}"`),n.buffer}free(e){let r=e;if(r.state!=="dropped"){if(!this.#t.holds(r))throw new z({action:`free buffer "${e.label}"`,current:"a buffer that this device does not hold",wanted:"one that it allocated and has not freed",next:"free each buffer once, on its own device"});this.#c(r,"freed")}}#c(e,r){this.#e.flush(),this.#t.release(e,r)}clear(e){this.#a(`clear buffer "${e.label}"`);let r=e.gpu;this.#e.encode(o=>o.clearBuffer(r))}copy(e,r,o){for(let{buffer:s,byteOffset:a=0}of[e,r])this.#a(`copy buffer "${s.label}"`),Zr("copy",s,{begin:a,end:a+o});let[n,i]=[e.buffer.gpu,r.buffer.gpu];this.#e.encode(s=>s.copyBufferToBuffer(n,e.byteOffset??0,i,r.byteOffset??0,o))}bindGroup(e,r){for(let{label:n,bytes:i}of r)if(i>this.limits.bindingBytes)throw new z({action:`bind "${n}" of ${V(i)}`,current:`a binding limit of ${V(this.limits.bindingBytes)}`,wanted:"a buffer within it",next:"cut the operand into panels or chunks"});let o=r.map(({gpu:n},i)=>({binding:i,resource:{buffer:n}}));return this.gpu.createBindGroup({layout:e.getBindGroupLayout(0),entries:o})}dispatch(e,r,o,n){this.#o!==void 0&&this.#a("dispatch a kernel"),this.#e.dispatch(e,r,o,n)}async finish(){this.#a("finish queued work"),this.#e.flush()||this.gpu.queue.submit([]),await this.#s.until(this.gpu.queue.onSubmittedWorkDone()),this.#f("finish queued work")}async time(e,r){if(this.timer==="gpu-timestamp")return this.webgpu==="dawn"&&await this.finish(),await this.#l(async s=>(this.#u(e,r,s),(await s.read()).ms));let o=await this.batch(e,r),n=await this.batch(e,2*r),i=n.wallMs-o.wallMs;return i>0?i:n.wallMs/2}async timeParts(e){return await this.#l(async r=>{for(let o of e)this.#u(o,1,r),r.mark();return(await r.read()).parts})}async batch(e,r){await this.finish();let o=async n=>{let i=performance.now();return this.#u(e,r,n),await this.finish(),performance.now()-i};return this.gpu.features.has("timestamp-query")?await this.#l(async n=>({wallMs:await o(n),pass:await n.read()})):{wallMs:await o()}}#u(e,r,o){this.#a("time a kernel"),this.#e.submit(()=>{for(let n=0;n<r;n++)e()},o)}async#l(e){let r=new oo(this.gpu),o;try{o=await this.#s.until(e(r)),this.onPasses?.(r.passes)}catch(n){throw this.#a("time a kernel"),this.#d("time a kernel")??n}finally{r.destroy()}return this.#f("time a kernel"),o}async guard(e,r){this.#a(e),this.#e.flush();let o=this.#t.nextId;for(let a of rl)this.gpu.pushErrorScope(a);let n;try{n={value:await r()},this.#e.flush()}catch(a){n={thrown:a}}let s=(await Promise.all(rl.map(()=>this.gpu.popErrorScope().catch(()=>null)))).find(a=>a!=null);if("value"in n&&!s&&this.#o===void 0)return n.value;for(let a of this.#t.since(o))this.#c(a,"dropped");throw"thrown"in n&&n.thrown instanceof C?n.thrown:s?Hn(e,s):(this.#a(e),n.thrown)}resetPeak(){this.#t.resetPeak()}close(){for(let e of this.#t.since(0))this.#c(e,"freed");this.#o??="a closed device",this.gpu.destroy()}#a(e){if(this.#o!==void 0)throw new z({action:e,current:this.#o,wanted:"an open one",next:"open the device again; resume the session with --session NAME"})}#d(e){let[r]=this.#r.splice(0);return r&&Hn(e,r)}#f(e){this.#a(e);let r=this.#d(e);if(r)throw r}};var Hp=9;async function ol({queue:t}){let e=[];for(let r=0;r<Hp;r++){to();let o=performance.now();t.submit([]),await t.onSubmittedWorkDone(),e.push(performance.now()-o)}return Y(e)}var Kn=`// sink[i] = x -> x * 1.0001 + 0.0001, 4 * ITERATIONS times      A kernel whose length is known: arithmetic alone.
// One invocation an element; the four steps of an iteration depend on each other, so no compiler shortens them.
// Shapes: sink [groups * 64].
override ITERATIONS: u32 = 256u;
@group(0) @binding(0) var<storage, read_write> sink: array<f32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var x = f32(id.x & 255u) * 0.01;
  for (var i = 0u; i < ITERATIONS; i++) {
    x = fma(x, 1.0001, 0.0001);
    x = fma(x, 0.9999, 0.0001);
    x = fma(x, 1.0001, -0.0001);
    x = fma(x, 0.9999, -0.0001);
  }
  sink[id.x] = x;
}
`;var nl=.15,jp={hardware:250,software:100,none:100},Yp=3,sl=2**15,Vp=64,ft=64,Xp={hardware:4096,software:256,none:256},Jp=4096,il=4,al=new Map;async function cl(t){let e=`${t.webgpu} ${t.name}`,r=al.get(e);return r===void 0&&(r={...await Qp(t),waitMs:await ol(t.gpu)},al.set(e,r)),r}async function Qp(t){if(!t.gpu.features.has("timestamp-query"))return{timer:"wall-slope"};let e=Xp[t.adapterKind],r=await Ne(t,{label:"calibration",source:Kn,constants:{ITERATIONS:e}}),o=Math.min(Vp,Math.floor(t.limits.bindingBytes/(ft*4))),n=t.allocate("calibration",o*ft*4);try{let i=t.bindGroup(r,[n]),s=o*ft*e*4,a=()=>t.dispatch(r,i,[o,1,1],s),c=jp[t.adapterKind],u=1,l=await t.batch(a,u);for(;l.wallMs<c&&u<sl;)u=Math.min(sl,u*Math.max(2,Math.min(16,Math.ceil(c/l.wallMs)))),l=await t.batch(a,u);let f=0,d=0;for(let p=0;p<Yp&&Math.abs(f-1)>nl;p++){p>0&&(l=await t.batch(a,u));let g=await t.batch(a,2*u),w=g.wallMs-l.wallMs;f=w>0?(g.pass.ms-l.pass.ms)/w:0,d=qn(l.pass.quantumNs,g.pass.quantumNs)}let m=Math.abs(f-1)<=nl?"gpu-timestamp":"wall-slope",h=m==="gpu-timestamp"&&t.adapterKind==="hardware";return{timer:m,ratio:f,quantumNs:d,...h&&{rate:await Zp(t,e)}}}finally{t.free(n)}}async function Zp(t,e){let r=await Ne(t,{label:"calibration",source:Kn,constants:{ITERATIONS:e}}),o=Math.min(Jp,Math.floor(t.limits.bindingBytes/(ft*4))),n=t.allocate("rate",o*ft*4);try{let i=o*ft*e*4,s=t.bindGroup(r,[n]),a=()=>t.dispatch(r,s,[o,1,1],i);await t.batch(a,1);let{pass:c}=await t.batch(a,il);return il*i/c.ms}finally{t.free(n)}}var eh=["maxBufferSize","maxStorageBufferBindingSize","maxStorageBuffersPerShaderStage","maxComputeWorkgroupStorageSize","maxComputeInvocationsPerWorkgroup","maxComputeWorkgroupSizeX","maxComputeWorkgroupSizeY","maxComputeWorkgroupSizeZ","maxComputeWorkgroupsPerDimension"];async function ul(t,e={}){let{adapter:r,name:o,webgpu:n}=t,i=Object.fromEntries(eh.map(u=>[u,Math.min(r.limits[u],Number.MAX_SAFE_INTEGER)])),s=r.features.has("timestamp-query")?["timestamp-query"]:[],a;try{a=await ts(r,n,{label:o,requiredFeatures:s,requiredLimits:i})}catch(u){throw new z({action:`open "${o}"`,current:u instanceof Error?u.message:String(u),wanted:"a device with the adapter's own limits",next:"update the graphics driver, or use --device wasm"},{cause:u})}let c=new no(a,t,e);return c.calibration=await cl(c),c.dispatchWork=Ju(c.calibration,c.dispatchWork),c.resetPeak(),c}var th={hardware:2**30,software:2**28},{isSecureContext:rh=!1,crossOriginIsolated:oh=!1}=globalThis,nh=20;async function ll(){if(navigator.gpu===void 0)return{reason:rh?"This browser has no WebGPU, or has it switched off. A current Chrome, Edge, Safari or Firefox has it.":"Browsers give WebGPU to pages from disk, from loopback and over HTTPS only. Save this page and open the file."};let t=await navigator.gpu.requestAdapter({powerPreference:"high-performance"})??await navigator.gpu.requestAdapter();if(t===null)return{reason:"The browser has WebGPU, but found no graphics card that it trusts. A newer driver of the card or another browser may help."};let e=Yu(t.info),r=Fn(t.info);return await ul({adapter:t,name:r,kind:e,webgpu:"browser"},{memoryBytes:th[e]})}function fl(){let t=1/0,e=performance.now();for(let r=0;r<nh;){let o=performance.now();o!==e&&(t=Math.min(t,o-e),e=o,r++)}return t}function dl(t,{clockMs:e,commit:r}){let{quantumNs:o}=t.calibration;return{device:t.name,"device backend":t.backend,"adapter kind":t.adapterKind,"device threads":"0","device timer":t.timer,"device memory limit":String(t.limits.memoryBytes),"device binding limit":String(t.limits.bindingBytes),"device workgroup memory":String(t.limits.workgroupBytes),...t.facts,...o!==void 0&&{"timestamp step":`${o} ns`},browser:navigator.userAgent,"browser clock step":`${e.toPrecision(2)} ms`,"cross-origin isolated":String(oh),"cpu cores":String(navigator.hardwareConcurrency),commit:r}}var jn=1;function ml(t){throw new J({action:t,current:"a page in a browser",wanted:"a run",next:"use repro"})}function pl(t){return`try-${t.toISOString().slice(0,16).replaceAll(/[^0-9]/g,"")}`}async function gl(t,e){let{set:r,allowSoftware:o,commit:n,paper:i,signal:s,say:a,onPart:c}=e,u=performance.now(),l=new Date,f=fl(),d=Gu[r],m=Fu(r,t,f),h=Ku(d),p=new Br,{backend:g,adapterKind:w,name:y,threads:b}=t,x=[],O=[],M=[],S=null,v=(N=!1)=>({document:{schema:Ze,session:pl(l),created:l.toISOString(),updated:new Date().toISOString(),profile:m.id,seed:jn,command:["try.html",r],device:{backend:g,adapterKind:w,name:y,threads:b},calibration:S&&{...S,sentinelDrift:ca(M,S.smallestDifference)?.drift??1},environment:dl(t,{clockMs:f,commit:n}),papers:[i],suites:[ju(h)],datasets:[...x],seconds:(performance.now()-u)/1e3,finished:N},finished:[...O],rows:[...M],clockMs:f}),k={device:t,allowSoftware:o,profile:m,seed:jn,hostThreads:0,ranks:{count:1,engine:"local"},cached:()=>ml("look into the cache folder"),once:(...N)=>p.get(k,...N),kept:(N,...T)=>p.get(k,...T),load:()=>ml("load a dataset"),say:a,phase:()=>{}},E;try{if(w!=="software"||o){a("The card against itself: how small a difference this page can see.");let T={kernel:Mt.at(-1),roofline:async()=>{let{copyGBs:L,readGBs:A,gflops:R}=await cs(t);return{bandwidthGBs:Math.max(L,A),gflops:R}}};S=await za(k,T,s),E=await qa(k,T),c(v())}let N={commit:n,calibration:S,allowSoftware:o,signal:s,gpuState:()=>Promise.resolve(void 0)};for(let{name:T,workload:L}of d){s.throwIfAborted(),a(`Drawing the graph ${T}.`),await hl();let A=performance.now(),R=await Bu(T,jn);x.push(Du(R)),a(`${T}: each kernel against the oracle.`),await hl();let _=new Gr(h,L,h.contenders,{lab:k,context:N}),I=await _.open(R),U=await _.run(E?.contestant,(K,ee)=>a(`${T}: round ${K} of ${ee}.`)),W=(performance.now()-A)/1e3,G=await la({suite:h.id,workload:L.id,...I,...U,seconds:W},{session:pl(l),attempt:1});O.push(G),M.push(...G.rows),c(v())}return v(!0)}finally{E?.close()}}function hl(){return new Promise(t=>setTimeout(t,20))}function wl({aaRounds:t,aaRuns:e=1}){return e===1?`${t} rounds`:`${t} rounds, median of ${e} runs`}var so=class{source;constructor(e){this.source=e}toString(){return this.source}},sh={"&":"&amp;","<":"&lt;",">":"&gt;",'"':"&quot;","'":"&#39;"};function ih(t){return t.replace(/[&<>"']/g,e=>sh[e]??e).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g,"\uFFFD")}function bl(t){return t===void 0||t===!1?"":t instanceof so?t.source:Array.isArray(t)?t.map(bl).join(""):ih(String(t))}function oe(t,...e){return new so(t.map((r,o)=>r+(o<e.length?bl(e[o]):"")).join(""))}var ah=t=>t<1e3?`${H(t,3)} ns`:`${H(t/1e3,3)} \xB5s`,io=t=>`${H(100*t,2)} %`;function ch({document:t,clockMs:e},r){let{timer:o,ratio:n,quantumNs:i=0,waitMs:s}={timer:t.environment["device timer"],...r},a=n===void 0?"The browser gives no timestamps of the card.":o==="gpu-timestamp"?`Times are the card's own timestamps, in steps of ${ah(i)}. Over a long batch they differ from the browser's clock by ${io(Math.abs(n-1))}.`:`The card's timestamps differ from the browser's clock by ${io(Math.abs(n-1))}: not used.`,c=o==="gpu-timestamp"?"":` Times are those of the browser's clock, between a batch and one of twice its length. A wait for the card takes ${H(s,2)} ms.`;return[`${a}${c}`,`The browser's own clock moves in steps of ${H(e,2)} ms.`]}function uh(t,e){let{device:r,calibration:o}=t.document,n=[...r.adapterKind==="software"?["This adapter emulates a card on the CPU: its checks count, its times say nothing about a card."]:[],...ch(t,e),...o===null?[]:[oe`The same kernel against itself (${wl(o)}): <strong>a difference below ${io(o.smallestDifference)} cannot be seen</strong> in this session.`,`Memory of the card, by a probe: ${H(o.bandwidthGBs,3)} GB/s; arithmetic: ${H(o.gflops,3)} GFLOP/s.`,...o.sentinelDrift>1?[`A kernel that runs in every round drifted by ${io(o.sentinelDrift-1)}.`]:[]]];return oe`
    <h2>How far to trust the times</h2>
    <ul>${n.map(i=>oe`<li>${i}</li>`)}</ul>
  `}function lh({status:t,reason:e,checked_rows:r,rel_err:o,tolerance:n}){if(t==="wrong")return`WRONG: ${e}`;let i=r===void 0?"not checked":`right in ${r} rows, error ${H(o,2)} of ${H(n,2)} allowed`;return t==="ok"?i:`${i}; ${t}: ${e}`}function fh(t){let{median:e,ci_lo:r=e,ci_hi:o=e,contender:n}=t,i=lh(t);return e===void 0||r===void 0||o===void 0?{name:n,kind:"own",note:i}:{name:n,kind:"own",time:{ms:e,lo:r,hi:o},note:i}}function dh({device:t,backend:e,isa:r,contender:o,ms:n,interval:[i,s],session:a}){return{name:oe`${t} <span class="quiet">${o}, ${r===""?e:r}</span>`,kind:"recorded",time:{ms:n,lo:i,hi:s},note:`recorded in ${a}`}}function mh({kind:t,time:e},r,o){if(e===void 0)return;let n=i=>(100*Math.min(1,r/i/o)).toFixed(2);return oe`
    <svg class="bar ${t}" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect
        x="0" y="1" width="${n(e.ms)}" height="8" />
      <line x1="${n(e.hi)}" y1="5" x2="${n(e.lo)}" y2="5" />
    </svg>
  `}function ph(t,e,r){let o=e.filter(({dataset:m,metric:h})=>m===t.name&&h==="time"),n=e.find(({dataset:m,metric:h})=>m===t.name&&h==="gflops"),i=o.find(({cell:m})=>m===n?.cell),s=n?.median!==void 0&&i?.median!==void 0?n.median*i.median:1,a=Number(/(?:^|;)width=(\d+)/.exec(o[0]?.factors??"")?.[1]),c=r.filter(m=>m.datasetHash===t.hash&&m.width===a),u=[...o.map(fh),...c.map(dh)],l=Math.max(...u.flatMap(({time:m})=>m?[s/m.lo]:[]),0),f=`${t.vertices.toLocaleString("en")} vertices, ${t.storedEdges.toLocaleString("en")} edges, ${a} columns`,d=u.map(m=>oe`
      <tr class="${m.kind}">
        <th scope="row">${m.name}${mh(m,s,l)}<span class="quiet">${m.note}</span></th>
        <td>${m.time&&H(m.time.ms)}<span class="quiet">${m.time&&Ir(m.time.lo,m.time.hi)}</span></td>
        <td>${m.time&&n&&H(s/m.time.ms,3)}</td>
      </tr>
    `);return oe`
    <section><h3>${t.name}</h3><p class="quiet">${f}</p>${hh(u)}
      <table><caption>Time of one product, median with its 95 % interval. Longer bars are faster; hollow ones are
          recorded devices.</caption><thead><tr><th scope="col">Kernel</th><th scope="col">ms</th><th
            scope="col">GFLOP/s</th></tr></thead><tbody>${d}</tbody></table></section>
  `}function hh(t){let e=i=>t.filter(s=>s.kind===i&&s.time).toSorted((s,a)=>s.time.ms-a.time.ms)[0],r=e("own"),o=e("recorded");if(r===void 0)return;let n=o&&o.time.ms/r.time.ms;return oe`<p>Shortest median: <strong>${r.name}</strong>, ${H(r.time.ms)} ms${n!==void 0&&oe`; the fastest recorded device takes ${H(n,3)} times as long (${o.name})`}.</p>`}function yl(t,e,r){let{datasets:o}=t.document,n=o.filter(({name:i})=>t.rows.some(({dataset:s})=>s===i));return oe`${uh(t,r)}${n.length>0&&oe`<h2>The ladder</h2>${n.map(i=>ph(i,t.rows,e))}`}`.source}var gh=Uint32Array.from({length:256},(t,e)=>{let r=e;for(let o=0;o<8;o++)r=r>>>1^(r&1?3988292384:0);return r});function xl(t){let e=4294967295;for(let r of t)e=e>>>8^gh[(e^r)&255];return(e^4294967295)>>>0}var wh=67324752,bh=33639248,yh=101010256,ao=30,Yn=46,xh=22,Sh=0,Eh=8,kl=20,vh=2048,kh=33,Sl=4294967295,Al=65535;async function Ah(t){let e=new Blob([t]).stream();return await new Response(e.pipeThrough(new CompressionStream("deflate-raw"))).bytes()}async function Mh({path:t,bytes:e}){let r=await Ah(e),o=r.length<e.length;return{name:new TextEncoder().encode(t),method:o?Eh:Sh,data:o?r:e,bytes:e.length,crc:xl(e)}}function El(t,e,{name:r,method:o,data:n,bytes:i,crc:s}){t.setUint16(e,kl,!0),t.setUint16(e+2,vh,!0),t.setUint16(e+4,o,!0),t.setUint16(e+8,kh,!0),t.setUint32(e+10,s,!0),t.setUint32(e+14,n.length,!0),t.setUint32(e+18,i,!0),t.setUint16(e+22,r.length,!0)}function vl(t){return new P({action:"write a ZIP archive",current:t,wanted:`at most ${Al} files, each and all together of less than 4 GiB`,next:"pack fewer files"})}async function Ml(t){if(t.length>Al)throw vl(`${t.length} files`);let e=await Promise.all(t.map(Mh)),r=l=>e.reduce((f,d)=>f+l(d),0),o=r(({name:l,data:f})=>ao+l.length+f.length),n=r(({name:l})=>Yn+l.length),i=o+n+xh;if(i>Sl||e.some(({bytes:l})=>l>Sl))throw vl(`${i} bytes packed`);let s=new Uint8Array(i),a=new DataView(s.buffer),c=0,u=o;for(let l of e)a.setUint32(c,wh,!0),El(a,c+4,l),s.set(l.name,c+ao),s.set(l.data,c+ao+l.name.length),a.setUint32(u,bh,!0),a.setUint16(u+4,kl,!0),El(a,u+6,l),a.setUint32(u+42,c,!0),s.set(l.name,u+Yn),c+=ao+l.name.length+l.data.length,u+=Yn+l.name.length;return a.setUint32(u,yh,!0),a.setUint16(u+8,t.length,!0),a.setUint16(u+10,t.length,!0),a.setUint32(u+12,n,!0),a.setUint32(u+16,o,!0),s}var Oh="manifest.json",Rh=1;async function Ol(t,{schema:e,session:r,samples:o}){let n={archive:Rh,schema:e,session:r,samples:o,files:await Promise.all(t.map(async({path:s,bytes:a})=>({path:s,bytes:a.length,sha256:await Ae(a)})))},i=new TextEncoder().encode(JSON.stringify(n,null,2)+`
`);return await Ml([{path:Oh,bytes:i},...t])}async function Rl({document:t,finished:e}){let o=[["session.json",JSON.stringify(t,null,2)+`
`],["journal.jsonl",e.map(({entry:s})=>JSON.stringify(s)+`
`).join("")],[Tt.file,Pt(Tt)+e.map(({lines:s})=>s.rows).join("")],[It.file,Pt(It)+e.map(({lines:s})=>s.samples).join("")],[Qo.file,Pt(Qo)],[Zo.file,Pt(Zo)]].map(([s,a])=>({path:s,bytes:new TextEncoder().encode(a)})),{schema:n,session:i}=t;return await Ol(o,{schema:n,session:i,samples:"kept"})}var ge=t=>document.getElementById(t),{commit:_h,paper:Nh,recorded:Th}=JSON.parse(ge("data").textContent),Ih=ge("progress"),Ph=ge("results"),dt=ge("save"),Xn=ge("start"),Vn=ge("stop"),Jn=ge("choices"),mt=t=>document.documentElement.dataset.state=t,Xt=t=>Ih.textContent=t;function Nl(t){console.error(t),Xt(t instanceof Error?t.message:String(t)),mt("failed")}async function _l(t){if(t.finished.length===0)return;let e=await Rl(t);dt.href&&URL.revokeObjectURL(dt.href),dt.href=URL.createObjectURL(new Blob([e],{type:"application/zip"})),dt.download=`${t.document.session}.zip`,dt.hidden=!1}async function Lh(t){let e=new AbortController;Vn.onclick=()=>e.abort(new Error("Stopped. Results of finished graphs stay.")),Xn.disabled=!0,Vn.hidden=!1,dt.hidden=!0,mt("running");let r=n=>{Ph.innerHTML=yl(n,Th,t.calibration)},o=Promise.resolve();try{let n=new FormData(Jn),i=await gl(t,{set:n.get("graphs"),allowSoftware:n.has("software"),commit:_h,paper:Nh,signal:e.signal,say:Xt,onPart:s=>{r(s),o=o.then(()=>_l(s))}});r(i),await o,await _l(i),Xt("Done. Save the session to keep it, or to compare it with another card's."),mt("done")}catch(n){await o,Nl(n)}finally{Xn.disabled=!1,Vn.hidden=!0}}mt("opening");try{let t=await ll();if("reason"in t)Xt(t.reason),mt("failed");else{let e=t.adapterKind==="software";ge("card").textContent=e?`${t.name} (an emulation)`:t.name,ge("software-choice").hidden=!e,e&&(Jn.elements.graphs.value="small"),Jn.onsubmit=r=>{r.preventDefault(),Lh(t)},Xn.disabled=!1,Xt("Ready."),mt("ready")}}catch(t){Nl(t)}
