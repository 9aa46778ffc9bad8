# Boot sector of an emulated PC that runs machine code. It loads the image behind it (see image.ts) to LOAD,
# enters long mode with the state of AVX-512 switched on, makes the calls that the image lists, writes a range
# of memory to port 0xE9, and switches the PC off.
    .set LOAD, 0x200000         # where the image is put; pages up to 1 GiB are mapped to themselves
    .set CHUNK, 64              # sectors that one request to the BIOS reads
    .set BUFFER, 0x10000        # where the BIOS puts them
    .set TABLES, 0x70000        # page tables

    .code16
    .globl _start
_start:
    cli
    xorw %ax, %ax
    movw %ax, %ds
    movw %ax, %es
    movw %ax, %ss
    movw $0x7c00, %sp
    movb %dl, drive
    inb $0x92, %al              # address line 20
    orb $2, %al
    outb %al, $0x92

    # %fs keeps the limit of 4 GiB that it gets in protected mode, so that real mode reaches LOAD.
    lgdt descriptors
    movl %cr0, %eax
    orb $1, %al
    movl %eax, %cr0
    movw $8, %bx
    movw %bx, %fs
    andb $0xfe, %al
    movl %eax, %cr0
    xorw %bx, %bx
    movw %bx, %fs
    movl $LOAD, %edi
    movw chunks, %cx
load:
    pushw %cx
    movb $0x42, %ah
    movb drive, %dl
    movw $request, %si
    int $0x13
    cli
    movl $BUFFER, %esi
    movl $(CHUNK * 512 / 4), %ecx
copy:
    movl %fs:(%esi), %eax
    movl %eax, %fs:(%edi)
    addl $4, %esi
    addl $4, %edi
    decl %ecx
    jnz copy
    addl $CHUNK, request + 8
    popw %cx
    decw %cx
    jnz load

    # One table of each level; 512 pages of 2 MiB.
    movw $(TABLES >> 4), %ax
    movw %ax, %es
    xorw %di, %di
    xorl %eax, %eax
    movw $(3 * 4096 / 4), %cx
    rep stosl
    movl $(TABLES + 0x1003), %es:0
    movl $(TABLES + 0x2003), %es:0x1000
    movl $0x83, %eax            # present, writable, large
    movw $0x2000, %di
page:
    movl %eax, %es:(%di)
    addl $0x200000, %eax
    addw $8, %di
    cmpw $0x3000, %di
    jne page
    movl $TABLES, %eax
    movl %eax, %cr3
    movl $0x40620, %eax         # PAE, OSFXSR, OSXMMEXCPT, OSXSAVE
    movl %eax, %cr4
    movl $0xc0000080, %ecx      # EFER: long mode
    rdmsr
    orw $0x100, %ax
    wrmsr
    movl %cr0, %eax
    andb $0xfb, %al             # a floating-point unit is there
    orl $0x80000003, %eax
    movl %eax, %cr0
    ljmp $16, $long

    .code64
long:
    xorl %ecx, %ecx
    xorl %edx, %edx
    movl $0xe7, %eax            # x87, SSE, AVX, masks, both halves of zmm
    xsetbv
    movl $(TABLES - 0x1000), %esp
    movl $LOAD, %ebx
    movq (%rbx), %r12           # number of calls
    leaq 24(%rbx), %r13         # code, argument block, begin and end of each
next:
    testq %r12, %r12
    jz write
    movq 16(%r13), %rax
    movq %rax, range
    movl $range, %edi
    movq 8(%r13), %rsi
    call *(%r13)
    addq $24, %r13
    decq %r12
    jmp next
write:
    movq 8(%rbx), %rsi          # address and number of bytes to write
    movq 16(%rbx), %rcx
    movl $0xe9, %edx
    rep outsb
    movl $0x8900, %edx
    movl $shutdown, %esi
    movl $8, %ecx
    rep outsb
halt:
    hlt
    jmp halt

shutdown: .ascii "Shutdown"
    .balign 4
range: .quad 0
request: .byte 16, 0
    .word CHUNK, 0, BUFFER >> 4
    .quad 1
    .balign 4
table: .quad 0, 0x00cf92000000ffff, 0x00af9a000000ffff
descriptors: .word 23
    .long table
drive: .byte 0

    .org 508
chunks: .word 0                 # requests that load the image
    .word 0xaa55
